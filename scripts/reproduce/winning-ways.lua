-- Tables of Winning Ways, computed from the rule files and compared: with lists that are published, or with what a theorem or plain
-- recursion says, which is written here a second time and without Bouton.
--
--   bouton run scripts/reproduce/winning-ways.lua
--
-- Chapters are those of the first edition. Ends with an error if a table differs.

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982)")

local LOONY = bouton.LOONY

local function mex(values)
  local least = 0
  while values[least] do least = least + 1 end
  return least
end

--- The first of the numbers low to high at which two functions differ, or nil.
local function first_difference(low, high, one, other)
  for n = low, high do
    local a, b = one(n), other(n)
    if a ~= b then return ("n = %d: %s, not %s"):format(n, a, b) end
  end
end

--- A line for the values of the heaps of a game, beside those of a function.
local function heaps(claim, game, low, high, expected)
  local values = bouton.game(game):sequence(high)
  claims.all(claim, ("%s, %d to %d"):format(game, low, high),
             first_difference(low, high, function(n) return values[n] end, expected))
end

--- The same beside a list that is printed; it begins at the heap of `low`.
local function printed(claim, game, low, list)
  local expected = {}
  for value in list:gmatch("%d+") do expected[#expected + 1] = tonumber(value) end
  heaps(claim, game, low, low + #expected - 1, function(n) return expected[n - low + 1] end)
end

--- The first square of a board of so many rows and columns at which two functions differ, or nil.
local function first_square(size, one, other)
  for x = 0, size do
    local found = first_difference(0, size, function(y) return one(x, y) end, function(y) return other(x, y) end)
    if found then return ("x = %d, %s"):format(x, (found:gsub("^n", "y"))) end
  end
end

--- A line for the values of a game of two coordinates.
local function squares(claim, game, size, expected)
  local values = bouton.game(game):table({ size, size })
  claims.all(claim, ("%s, to %d,%d"):format(game, size, size),
             first_square(size, function(x, y) return values[x][y] end, expected))
end

--- Each list of `count` numbers from 0 to `most` that do not decrease.
local function each_list(count, most, visit)
  local list = {}
  local function fill(i)
    if i > count then return visit(list) end
    for value = list[i - 1] or 0, most do
      list[i] = value
      fill(i + 1)
    end
    list[i] = nil
  end
  fill(1)
end

--- A line for games of piles: `differs(game, list)` is what is wrong with a list, or nil.
local function piles(claim, game, count, most, differs)
  local rules, wrong = bouton.game(game), nil
  each_list(count, most, function(list)
    if not wrong and differs(rules, list) then wrong = table.concat(list, ",") end
  end)
  claims.all(claim, ("%s, %d piles to %d"):format(game, count, most), wrong)
end

-- Chapter 3: knights, and the least queens.

claims.place("chapter 3, Some harder games and how to make them easier")

local STEPS = { { -2, 1 }, { -2, -1 }, { 1, -2 }, { -1, -2 } }

local function knight_moves(x, y)
  local moves = {}
  for _, step in ipairs(STEPS) do
    if x + step[1] >= 0 and y + step[2] >= 0 then moves[#moves + 1] = { x + step[1], y + step[2] } end
  end
  return moves
end

--- Calls value(x, y) once for each square, and remembers what it returns.
local function remembered(value)
  local known = {}
  return function(x, y)
    local key = x << 20 | y
    if known[key] == nil then known[key] = value(x, y) end
    return known[key]
  end
end

local knight_value
knight_value = remembered(function(x, y)
  local found = {}
  for _, to in ipairs(knight_moves(x, y)) do found[knight_value(to[1], to[2])] = true end
  return mex(found)
end)
squares("White Knight: the values by plain recursion", "white-knight", 19, knight_value)

local queen_value
queen_value = remembered(function(x, y)
  local found = {}
  for a = 0, x - 1 do found[queen_value(a, y)] = true end
  for b = 0, y - 1 do found[queen_value(x, b)] = true end
  for t = 1, math.min(x, y) do found[queen_value(x - t, y - t)] = true end
  return mex(found)
end)
squares("Wyt Queens: the values by plain recursion", "wyt-queens", 20, queen_value)
do
  local outcomes = bouton.game("wyt-queens"):table({ 60, 60 }, "outcome")
  claims.all("Wyt Queens: lost are 1,2; 3,5; 4,7; ..., floor(n phi) and n more", "wyt-queens, to 60,60",
             first_square(60, function(x, y) return outcomes[x][y] end, function(x, y)
               local n = math.abs(x - y)
               return math.min(x, y) == math.floor((n + math.sqrt(5 * n * n)) / 2) and "P" or "N"
             end))
end

-- Chapter 4: taking and breaking. The lists of Kayles and Dawson's Chess are those of OEIS A002186 and A002187, that of Grundy's game
-- is that of A002188.

claims.place("chapter 4, Taking and breaking")

local KAYLES = "4 1 2 8 1 4 7 2 1 8 2 7"  -- for ever from 72 on
local KAYLES_BEFORE = [[
  0 1 2 3 1 4 3 2 1 4 2 6   4 1 2 7 1 4 3 2 1 4 6 7   4 1 2 8 5 4 7 2 1 8 6 7
  4 1 2 3 1 4 7 2 1 8 2 7   4 1 2 8 1 4 7 2 1 4 2 7   4 1 2 8 1 4 7 2 1 8 6 7]]
printed("Kayles: the table", "kayles", 0, KAYLES_BEFORE .. (" " .. KAYLES):rep(20))
local DAWSON_BEFORE = [[
  0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4
  0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4]]
local DAWSON = " 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4"  -- for ever from 68 on
printed("Dawson's Chess: the table", "dawsons-chess", 0, DAWSON_BEFORE .. DAWSON:rep(8))
printed("Dawson's Kayles: the same, one further on", "dawsons-kayles", 0, "0 " .. DAWSON_BEFORE .. DAWSON:rep(8))
printed("Grundy's game: the table", "grundy", 0, [[
  0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 2 1 3 2 4 3 2 4
  3 2 4 3 2 4 3 2 4 3 2 4 5 2 4 5 2 4 3 7 4 3 7 4 3 7 4 3 5 2 3 5 2 3 5 2 3]])
heaps("Lasker's Nim: 4k + 3 and 4k + 4 change places", "lasker", 0, 400, function(n)
  if n == 0 then return 0 end
  return n % 4 == 3 and n + 1 or n % 4 == 0 and n - 1 or n
end)
heaps("Kenyon's game, 0.3F: three more every six heaps", "kenyon", 0, 60, function(n) return 3 * (n // 6) + n % 3 end)

--- The values of an octal game by plain recursion; the code is the digits behind the point.
local function octal_values(code, last)
  local values = {}
  for n = 0, last do
    local found = {}
    for take = 1, math.min(n, #code) do
      local digit, rest = tonumber(code:sub(take, take)), n - take
      if rest == 0 and digit & 1 ~= 0 then found[0] = true end
      if rest > 0 and digit & 2 ~= 0 then found[values[rest]] = true end
      if digit & 4 ~= 0 then
        for a = 1, rest // 2 do found[values[a] ~ values[rest - a]] = true end
      end
    end
    values[n] = mex(found)
  end
  return values
end

local guiles = octal_values("15", 300)
heaps("Guiles, 0.15: the values by plain recursion", "guiles", 0, 300, function(n) return guiles[n] end)
-- Code, period, the last exception: the table of octal games.
for _, row in ipairs { { "0.07", 34, 52 }, { "0.77", 12, 70 }, { "0.156", 349, 3478 }, { "0.165", 1550, 5180 }, { "0.055", 148, 258 },
                       { "0.644", 442, 3255 }, { "0.356", 142, 7314 }, { "0.7777", 24, 141 }, { "0.1377", 24, 140 },
                       { "0.176", 8, 23 }, { "0.17", 34, 32 } } do
  local found = bouton.game("octal", { code = row[1] }):sequence(4 * (row[2] + row[3])):period()
  local text = found and ("period %d, last exception %d"):format(found.period, found.preperiod - 1) or "no period"
  claims.check(("octal %s: period %d, last exception %d"):format(row[1], row[2], row[3]), text,
               text == ("period %d, last exception %d"):format(row[2], row[3]))
end
do
  -- The games beside Kayles and Dawson's Chess: OEIS A071434, A071074 and A071431, the last with what is wrong on page 93.
  local kayles, dawson = bouton.game("kayles"):sequence(200), bouton.game("dawsons-chess"):sequence(200)
  local pairs_of = bouton.game("octal", { code = "0.1377" }):sequence(400)
  claims.all("octal 0.1377: each value of Kayles twice", "0.1377, 1 to 400",
             first_difference(1, 400, function(n) return pairs_of[n] end, function(n) return kayles[(n + 1) // 2] end))
  local double = bouton.game("octal", { code = "0.7777" }):sequence(400)
  local swapped = { [1] = true, [3] = true, [4] = true, [6] = true, [8] = true }
  claims.all("Double Kayles, 0.7777: twice the values of Kayles, and one more", "0.7777, 0 to 400",
             first_difference(0, 400, function(n) return double[n] end, function(n)
               local value, half = kayles[n // 2], n // 2
               local first = (swapped[value] and half % 2 == 0 or not swapped[value] and half % 2 == 1) and 1 or 0
               return 2 * value + (n % 2 == 0 and first or 1 - first)
             end))
  local other = bouton.game("octal", { code = "0.17" }):sequence(200)
  local first
  for n = 1, 199, 2 do
    if not first and other[n] ~= dawson[n - 1] ~ 1 then first = n end
  end
  claims.check("octal 0.17: Dawson's Chess ~ 1 at odd n (p. 93) is wrong from 49 on", "first at n = " .. tostring(first), first == 49)
end

local function least_prime_place(n)  -- k where the k-th prime is the least that divides n
  local primes, k = 0, 2
  while true do
    local prime = true
    for d = 2, k - 1 do
      if k % d == 0 then prime = false end
    end
    if prime then
      primes = primes + 1
      if n % k == 0 then return primes end
    end
    k = k + 1
  end
end
heaps("Prim: odd numbers have the place of their least prime, even ones 0", "prim", 2, 120,
      function(n) return n % 2 == 0 and 0 or least_prime_place(n) end)
heaps("Dim: how often n can be halved, and one more", "dim", 1, 300, function(n)
  local count = 1
  while n % 2 == 0 do n, count = n // 2, count + 1 end
  return count
end)

-- Chapter 9: knights that are all moved, and the other ways of playing several games at once.

claims.place("chapter 9, If you can't beat 'em, join 'em!")

--- How long a knight lasts: even where whoever is to move loses. `hurried`: the winner hastens (remoteness), else delays (suspense).
local function length(hurried)
  local known
  known = remembered(function(x, y)
    local even, odd
    for _, to in ipairs(knight_moves(x, y)) do
      local n = known(to[1], to[2])
      if n % 2 == 0 then
        if not even or (n < even) == hurried then even = n end
      elseif not odd or (n > odd) == hurried then
        odd = n
      end
    end
    return 1 + (even or odd or -1)
  end)
  return known
end

local remoteness, suspense = length(true), length(false)
do
  local knights = bouton.game("white-knight")
  for _, row in ipairs { { "remoteness", remoteness }, { "suspense", suspense } } do
    local values = knights:table({ 15, 15 }, row[1])
    claims.all(("All the King's Horses: %s of each square by plain recursion"):format(row[1]), "white-knight, to 15,15",
               first_square(15, function(x, y) return values[x][y] end, row[2]))
  end
end

-- What may be moved, and when play is over, of two knights at a and b that have the moves `from_a` and `from_b`.
local function selective(moves, a, b, from_a, from_b)
  for _, to in ipairs(from_a) do
    moves[#moves + 1] = { to, b }
    for _, other in ipairs(from_b) do moves[#moves + 1] = { to, other } end
  end
  for _, to in ipairs(from_b) do moves[#moves + 1] = { a, to } end
end
local function one_at_a_time(moves, a, b, from_a, from_b)
  for _, to in ipairs(from_a) do moves[#moves + 1] = { to, b } end
  for _, to in ipairs(from_b) do moves[#moves + 1] = { a, to } end
end
local function all_at_once(moves, _, _, from_a, from_b)
  for _, to in ipairs(from_a) do
    for _, other in ipairs(from_b) do moves[#moves + 1] = { to, other } end
  end
end
local function all_that_can(moves, a, b, from_a, from_b)
  if #from_a > 0 and #from_b > 0 then all_at_once(moves, a, b, from_a, from_b) else one_at_a_time(moves, a, b, from_a, from_b) end
end
local WAYS = {
  { "disjunctive", one_at_a_time, false }, { "diminished-disjunctive", one_at_a_time, true },
  { "conjunctive", all_at_once, true }, { "continued-conjunctive", all_that_can, false },
  { "selective", selective, false }, { "shortened-selective", selective, true },
}

--- Who wins two knights together, by the moves of both: "P" or "N".
local function together(ways_to_move, ends_with_one, play)
  local known = {}
  local function outcome(a, b)
    local key = ("%d,%d,%d,%d"):format(a[1], a[2], b[1], b[2])
    if known[key] then return known[key] end
    local from_a, from_b, moves = knight_moves(a[1], a[2]), knight_moves(b[1], b[2]), {}
    if not ends_with_one or #from_a > 0 and #from_b > 0 then ways_to_move(moves, a, b, from_a, from_b) end
    local wins = #moves == 0 and play == "misere"
    for _, to in ipairs(moves) do wins = wins or outcome(to[1], to[2]) == "P" end
    known[key] = wins and "N" or "P"
    return known[key]
  end
  return outcome
end

local misere_knight = bouton.game {
  position = { "x", "y" }, play = "misere",
  moves = function(x, y)
    if x >= 2 then move(x - 2, y + 1) end
    if x >= 2 and y >= 1 then move(x - 2, y - 1) end
    if y >= 2 then move(x + 1, y - 2) end
    if y >= 2 and x >= 1 then move(x - 1, y - 2) end
  end,
}
local SIDE = 5
for _, row in ipairs { { "normal", bouton.game("white-knight") }, { "misere", misere_knight } } do
  local play, game = row[1], row[2]
  for _, way in ipairs(WAYS) do
    local by_hand, wrong = together(way[2], way[3], play), nil
    each_list(2, SIDE * SIDE - 1, function(places)
      local a, b = { places[1] // SIDE, places[1] % SIDE }, { places[2] // SIDE, places[2] % SIDE }
      if not wrong and bouton.sum({ { game, a }, { game, b } }, way[1]):outcome() ~= by_hand(a, b) then
        wrong = ("%d,%d and %d,%d"):format(a[1], a[2], b[1], b[2])
      end
    end)
    claims.all(("two knights, %s, %s: by recursion"):format(way[1], play), ("both to %d,%d"):format(SIDE - 1, SIDE - 1),
               wrong)
  end
end

-- Chapter 12: moves that oblige, and complimenting moves.

claims.place("chapter 12, Games eternal, games entailed")

--- The values of the stacks of Top Entails. With a stack whose top coin was taken and a nim-heap of k beside it, the player to move,
-- who must answer in the stack, loses iff no split has the value k and no further entailing move wins; the value is the least such k.
local function top_entails(last)
  local LAST_K = 64  -- nim-heaps are told apart up to this; all larger ones are alike
  local values, before = {}, {}
  for k = 0, LAST_K do before[k] = true end
  values[0] = 0
  for n = 1, last do
    local splits, now = {}, {}
    for a = 1, n // 2 do
      if values[a] ~= LOONY and values[n - a] ~= LOONY then splits[values[a] ~ values[n - a]] = true end
    end
    values[n] = LOONY
    for k = LAST_K, 0, -1 do
      now[k] = not splits[k] and not before[k]
      if now[k] then values[n] = k end
    end
    before = now
  end
  return values
end

local stacks = top_entails(600)
heaps("Top Entails: the values by the theory, step by step", "top-entails", 0, 600, function(n) return stacks[n] end)
do
  local values, loony = bouton.game("top-entails"):sequence(2600), {}
  for n = 0, 2600 do
    if values[n] == LOONY then loony[#loony + 1] = n end
  end
  local text = table.concat(loony, ", ")
  claims.check("Top Entails: loony are 1, 3 and (J. West 1996) 2403, 2505", text, text == "1, 3, 2403, 2505")
end

-- Chapter 14: turning.

claims.place("chapter 14, Turn and turn about")

local function ones(n)
  local count = 0
  while n > 0 do
    count = count + (n & 1)
    n = n >> 1
  end
  return count
end
local function odious(n) return 2 * n + (ones(n) + 1) % 2 end  -- the odious one of 2n and 2n + 1

heaps("Turning Turtles: the place", "turning-turtles", 0, 60, function(n) return n end)
heaps("Mock Turtles: the odious numbers", "mock-turtles", 1, 60, function(n) return odious(n - 1) end)
heaps("Twins: the place, counted from 0", "twins", 1, 60, function(n) return n - 1 end)
heaps("Triplets: the odious numbers, two places on", "triplets", 3, 60, function(n) return odious(n - 3) end)
heaps("Motley: powers of two", "motley", 1, 11, function(n) return 1 << (n - 1) end)
heaps("Ruler: the greatest power of two that divides the place", "ruler", 1, 100, function(n) return n & -n end)
heaps("Ruler Fives: the same, but 4 at most", "ruler-fives", 1, 100, function(n) return math.min(n & -n, 4) end)
printed("Moebius: the table", "moebius", 1, "1 2 4 8 16 31 32 64 103 128 171 213 256 301 342 439 475 494")

--- How many positions of so many coins are lost, by the number of heads: those in which the values have nim-sum 0.
local function weights(game, coins)
  local values = bouton.game(game):sequence(coins)
  -- Elimination: `leading[bit]` is a sum of coins whose value has `bit` as its greatest power of two.
  local leading, lost = {}, {}
  for n = 1, coins do
    local value, heads = values[n], 1 << (n - 1)
    local bit = 1 << 62
    while bit > 0 and value ~= 0 do
      if value & bit ~= 0 then
        if not leading[bit] then
          leading[bit] = { value, heads }
          break
        end
        value, heads = value ~ leading[bit][1], heads ~ leading[bit][2]
      end
      bit = bit >> 1
    end
    if value == 0 then lost[#lost + 1] = heads end
  end
  local counts, text = {}, {}
  local function add(i, heads)
    if i > #lost then
      counts[ones(heads)] = (counts[ones(heads)] or 0) + 1
      return
    end
    add(i + 1, heads)
    add(i + 1, heads ~ lost[i])
  end
  add(1, 0)
  for heads = 0, coins do
    if counts[heads] then text[#text + 1] = ("%d of %d"):format(counts[heads], heads) end
  end
  return table.concat(text, ", ")
end
for _, row in ipairs {
  { "Mock Turtles, 8 coins: lost is the extended Hamming code", "mock-turtles", 8, "1 of 0, 14 of 4, 1 of 8" },
  { "Moebius, 18 coins: the extended quadratic residue code", "moebius", 18,
    "1 of 0, 102 of 6, 153 of 8, 153 of 10, 102 of 12, 1 of 18" },
  { "Mogul, 24 coins: the extended Golay code", "mogul", 24, "1 of 0, 759 of 8, 2576 of 12, 759 of 16, 1 of 24" },
} do
  local text = weights(row[2], row[3])
  claims.check(row[1] .. ", by heads", text, text == row[4])
end

--- The nim product by its definition: the least number that is not an x'y ~ xy' ~ x'y' with x' < x, y' < y.
local nim_product
nim_product = remembered(function(x, y)
  local found = {}
  for a = 0, x - 1 do
    for b = 0, y - 1 do found[nim_product(a, y) ~ nim_product(x, b) ~ nim_product(a, b)] = true end
  end
  return mex(found)
end)

--- The same by Conway's rules: a Fermat power F = 2, 4, 16, ... times a smaller number is the ordinary product, times itself 3F/2.
local function product_by_powers(x, y)
  if x < 2 or y < 2 then return x * y end
  local F = 2
  while F * F <= math.max(x, y) do F = F * F end
  local a, b, c, d = x // F, x % F, y // F, y % F
  local both = product_by_powers(a, c)
  return (both ~ product_by_powers(a, d) ~ product_by_powers(b, c)) * F ~ product_by_powers(b, d) ~ product_by_powers(both, F // 2)
end
squares("Acrostic Twins: the nim-sum", "acrostic-twins", 20, function(x, y) return x ~ y end)
squares("Turning Corners: the nim product by its definition", "turning-corners", 17, nim_product)
squares("Turning Corners: the nim product by powers of two", "turning-corners", 17, product_by_powers)
squares("Rugs: the nim product of two values of Ruler", "rugs", 10, function(x, y) return product_by_powers(x & -x, y & -y) end)

-- Chapter 15: chips and strips.

claims.place("chapter 15, Chips and strips")

--- Welter's function by mating: again and again the two coins that are congruent to the greatest power of two; one may be left over.
local function welter(list)
  local coins, value = { table.unpack(list) }, 0
  while #coins > 1 do
    local best, i, j = -1, nil, nil
    for a = 1, #coins do
      for b = a + 1, #coins do
        local difference = coins[a] ~ coins[b]
        if difference & -difference > best then best, i, j = difference & -difference, a, b end
      end
    end
    value = value ~ ((coins[i] ~ coins[j]) - 1)
    table.remove(coins, j)
    table.remove(coins, i)
  end
  return value ~ (coins[1] or 0)
end
for count, most in ipairs { 15, 12, 9, 9 } do
  piles(("Welter's game of %d: the mating function"):format(count), "welter", count, most, function(game, list)
    for i = 2, count do
      if list[i] == list[i - 1] then return false end
    end
    return game:grundy(list) ~= welter(list)
  end)
end
piles("The silver dollar game: the nim-sum of every other gap", "silver-dollar", 4, 9, function(game, list)
  for i = 2, 4 do
    if list[i] == list[i - 1] then return false end
  end
  return (game:outcome(list) == "P") ~= ((list[2] - list[1] - 1) ~ (list[4] - list[3] - 1) == 0)
end)
piles("Antonim of three: the nim-sum with one more in each", "antonim", 3, 12, function(game, list)
  if list[1] == list[2] and list[1] > 0 or list[2] == list[3] and list[2] > 0 then return false end
  local lost = list[3] == 0 or (list[1] + 1) ~ (list[2] + 1) ~ (list[3] + 1) == 0
  return (game:outcome(list) == "P") ~= lost
end)
piles("Moore's Nim_2: 3 divides how many piles have each binary digit", "moore", 4, 7, function(game, list)
  local lost = true
  for digit = 0, 2 do
    local count = 0
    for _, pile in ipairs(list) do count = count + (pile >> digit & 1) end
    lost = lost and count % 3 == 0
  end
  return (game:outcome(list) == "P") ~= lost
end)
do
  local game, fibonacci, wrong = bouton.game("fibonacci-nim"), {}, nil
  local a, b = 1, 2
  while a <= 300 do
    fibonacci[a] = true
    a, b = b, a + b
  end
  for n = 1, 300 do
    if (game:outcome(n) == "P") ~= (fibonacci[n] or false) then wrong = wrong or "n = " .. n end
  end
  claims.all("Fibonacci Nim: lost are the Fibonacci numbers", "fibonacci-nim, 1 to 300", wrong)
end

do
  -- The list is OEIS A005240. Play may go on for ever: a heap that grows beyond 100,000 is a draw, which changes no win.
  local expected, text = {}, {}
  for n in ([[0 5 20 29 45 80 101 116 135 145 165 173 236 257 397 404 445 477 540 565 580 585 629 666 836 845 885 909 944 949 954 975
    1125 1177]]):gmatch("%d+") do expected[#expected + 1] = n end
  for _, position in ipairs(bouton.game("put-or-take"):positions { 1177 }) do text[#text + 1] = position[1] end
  claims.check("Epstein's Put-or-Take-a-Square: lost are 0, 5, 20, 29, 45, ..., 1177", ("%d heaps, the last %s"):format(#text, text[#text]),
               table.concat(text, " ") == table.concat(expected, " "))
  -- OEIS A005241 and, of page 502, A006019.
  local outcomes, wins = bouton.game("put-or-take"):sequence(225, "outcome"), {}
  for n = 0, 225 do
    if outcomes[n] == "N" then wins[#wins + 1] = n end
  end
  claims.check("the same: won are 1, 4, 9, 11, 14, 16, 21, 25, 30, ..., 225", ("%d heaps, the last %s"):format(#wins, wins[#wins]),
               table.concat(wins, " ") == "1 4 9 11 14 16 21 25 30 36 41 44 49 52 54 64 69 71 81 84 86 92 100 105 120 121 126 136 141 144 "
                                          .. "149 164 169 174 189 196 201 208 216 225")
  local moves, given = bouton.game("tribulations"):sequence(72, "remoteness"), {}
  for n in ([[0 1 2 1 6 3 1 5 3 2 1 2 3 4 3 1 9 3 6 7 8 1 10 3 2 3 4 5 1 4 3 8 7 5 9 7 1 14 3 4 7 4 2 9 4 1 2 3 4 7 8 12 16 9 3 1 12 3
    14 7 6 4 8 6 3 2 1 6 3 5 7 11 4]]):gmatch("%d+") do given[#given + 1] = tonumber(n) end
  claims.all("Tribulations: the remotenesses", "tribulations, 0 to 72",
             first_difference(0, 72, function(n) return moves[n] end, function(n) return given[n + 1] end))
end

-- Chapter 16: Nimstring. A value is the least size of a nim-heap beside which the player to move loses; it is loony where that is none.

claims.place("chapter 16, Dots and boxes")

local function nimstring(edges)
  local known = {}
  local function wins(cut, k)
    local key = cut << 8 | k
    if known[key] ~= nil then return known[key] end
    local found = false
    for smaller = 0, k - 1 do found = found or not wins(cut, smaller) end
    for e = 1, #edges do
      if cut >> (e - 1) & 1 == 0 then
        local now, free = cut | 1 << (e - 1), { true, true }  -- vertex 1 is the ground, which is never taken
        for i = 1, 2 do
          for other = 1, #edges do
            local at = edges[other][1] == edges[e][i] or edges[other][2] == edges[e][i]
            if at and now >> (other - 1) & 1 == 0 then free[i] = false end
          end
          if edges[e][i] == 1 then free[i] = false end
        end
        local again = free[1] or free[2]
        if again then found = found or wins(now, k) else found = found or not wins(now, k) end
      end
    end
    known[key] = found
    return found
  end
  return function(cut)
    for k = 0, #edges do
      if not wins(cut, k) then return k end
    end
    return LOONY
  end
end
do
  local game = bouton.game("nimstring")
  for _, text in ipairs { "1-2 2-3 3-4 4-5", "1-2 2-3 3-4 4-5 1-5", "1-2 2-3 3-4 1-4 2-4", "1-2 1-3 1-4 2-3 2-4 3-4",
                          "1-2 1-3 1-4 2-5 3-5 4-5" } do
    local edges = {}
    for v, w in text:gmatch("(%d)-(%d)") do edges[#edges + 1] = { tonumber(v), tonumber(w) } end
    local expected, wrong = nimstring(edges), nil
    for cut = 0, (1 << #edges) - 1 do
      local states = {}
      for e = 1, #edges do states[e] = cut >> (e - 1) & 1 == 0 and "|" or "." end
      local position = ("edges %s = %s"):format(text, table.concat(states))
      local value = game:grundy(position)
      if value ~= expected(cut) then wrong = wrong or ("%s: %s, not %s"):format(position, value, expected(cut)) end
    end
    claims.all(("Nimstring on %s: by plain recursion"):format(text), ("the %d ways to have cut some"):format(1 << #edges), wrong)
  end
end

if claims.close() > 0 then error("some of the tables differ", 0) end
