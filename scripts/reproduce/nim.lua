-- Nim under both conventions, ordered piles, and two counting games.
--
--   bouton run scripts/reproduce/nim.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("NIM to WIN (Wang, Li, Li), after C. L. Bouton (1901), Annals of Mathematics 3:35-39; no copycats")

local function three_heaps(play)
  return bouton.game {
    position = { "a", "b", "c" }, symmetric = true, play = play,
    moves = function(a, b, c)
      for t = 1, a do move(a - t, b, c) end
      for t = 1, b do move(a, b - t, c) end
      for t = 1, c do move(a, b, c - t) end
    end,
  }
end

--- The first triple up to `size` at which `fits` is false, as text, or nil.
local function first_triple(size, fits)
  for a = 0, size do
    for b = a, size do
      for c = b, size do
        if not fits(a, b, c) then return ("(%d,%d,%d)"):format(a, b, c) end
      end
    end
  end
end

local SIZE = 15
local normal = three_heaps("normal"):table({ SIZE, SIZE, SIZE }, "outcome")
local misere = three_heaps("misere"):table({ SIZE, SIZE, SIZE }, "outcome")

claims.place("1 Introduction")
claims.all("a move takes from one row only, and who takes the last coin wins", "three heaps <= 4", first_triple(4, function(a, b, c)
  local moves = three_heaps("normal"):options(a, b, c)
  for _, move in ipairs(moves) do
    local to = move.to[1]
    if (to[1] < a and 1 or 0) + (to[2] < b and 1 or 0) + (to[3] < c and 1 or 0) ~= 1 then return false end
  end
  return #moves == a + b + c
end))
-- The page says that the principle is the same when the last object loses.
claims.all("misère play: P iff the nim-sum is 0", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c) return (misere[a][b][c] == "P") == (a ~ b ~ c == 0) end))
claims.all("misère play: the same, but an odd number of ones where no heap is above 1", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c)
             local P = a ~ b ~ c == 0
             if math.max(a, b, c) <= 1 then P = (a + b + c) % 2 == 1 end
             return (misere[a][b][c] == "P") == P
           end))
claims.place("2 Winning strategy")
claims.all("normal play: P iff the nim-sum is 0", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c) return (normal[a][b][c] == "P") == (a ~ b ~ c == 0) end))
local sum = bouton.sum { { bouton.game("nim"), { 3 } }, { bouton.game("nim"), { 4 } }, { bouton.game("nim"), { 5 } } }
local wins = sum:winning_moves()
claims.check("(3,4,5): the one winning move takes 2 from the 3", ("%d winning move: heap %d to %d"):format(#wins, wins[1].component, wins[1].to[1][1]),
             #wins == 1 and wins[1].component == 1 and wins[1].to[1][1] == 1)

local equal, equal_misere
for n = 15, 2, -1 do
  if normal[0][n][n] ~= "P" then equal = "n = " .. n end
  if misere[0][n][n] ~= "P" then equal_misere = "n = " .. n end
end
claims.all("whoever leaves the same number n >= 2 in two rows wins", "n <= 15, normal play", equal)
claims.all("so, too, where the last object loses", "n <= 15, misère play", equal_misere)
local nim = bouton.game("nim")
local function lasts(n) return bouton.sum { { nim, { n } }, { nim, { n } } }:remoteness() end
claims.check("two coins in each of two rows is closest to success (n >= 2)",
             ("then %d moves are left, with 3 coins %d, with 4 %d"):format(lasts(2), lasts(3), lasts(4)), lasts(2) < lasts(3) and lasts(3) < lasts(4))
local function binary(n)
  return ("%d%d%d"):format(n >> 2 & 1, n >> 1 & 1, n & 1)
end
claims.check("a_1 = 011, a_2 = 100, a_3 = 101 in binary", table.concat({ binary(3), binary(4), binary(5) }, " "),
             binary(3) == "011" and binary(4) == "100" and binary(5) == "101")
claims.all("P iff every column of binary digits has an even number of ones", "three heaps <= 15", first_triple(SIZE, function(a, b, c)
  local even = true
  for digit = 0, 3 do even = even and ((a >> digit & 1) + (b >> digit & 1) + (c >> digit & 1)) % 2 == 0 end
  return (normal[a][b][c] == "P") == even
end))

claims.place("2.1 Mathematical proof")
claims.all("a position's number is the least that none of its options has (mex)", "three heaps <= 6", (function()
  local values = three_heaps("normal"):table { 6, 6, 6 }
  return first_triple(6, function(a, b, c)
    local has = {}
    for _, move in ipairs(three_heaps("normal"):options(a, b, c)) do
      local to = move.to[1]
      has[values[to[1]][to[2]][to[3]]] = true
    end
    local mex = 0
    while has[mex] do mex = mex + 1 end
    return values[a][b][c] == mex
  end)
end)())
--- Calls `visit` with each position that a move leads to; true as soon as that is.
local function some_option(a, b, c, visit)
  for t = 0, a - 1 do if visit(t, b, c) then return true end end
  for t = 0, b - 1 do if visit(a, t, c) then return true end end
  for t = 0, c - 1 do if visit(a, b, t) then return true end end
  return false
end
claims.all("1) from a losing position all moves lead to winning positions", "three heaps <= 15", first_triple(SIZE, function(a, b, c)
  return normal[a][b][c] == "N" or not some_option(a, b, c, function(x, y, z) return normal[x][y][z] == "P" end)
end))
claims.all("2) from a winning position at least one move leads to a losing one", "three heaps <= 15", first_triple(SIZE, function(a, b, c)
  return normal[a][b][c] == "P" or some_option(a, b, c, function(x, y, z) return normal[x][y][z] == "P" end)
end))
local gates = {
  AND = function(a, b) return a & b end, OR = function(a, b) return a | b end, XOR = function(a, b) return a ~ b end,
  NAND = function(a, b) return 1 - (a & b) end, NOR = function(a, b) return 1 - (a | b) end, XNOR = function(a, b) return 1 - (a ~ b) end,
}
local suitable = {}  -- changing either bit changes the result; NOT has one bit only
for name, gate in pairs(gates) do
  local fits = true
  for a = 0, 1 do
    for b = 0, 1 do fits = fits and gate(a, b) ~= gate(1 - a, b) and gate(a, b) ~= gate(a, 1 - b) end
  end
  if fits then suitable[#suitable + 1] = name end
end
table.sort(suitable)
claims.check("of the logical gates only XOR and XNOR are suitable", table.concat(suitable, " and "), table.concat(suitable, " ") == "XNOR XOR")
local function xnor(a, b) return ~(a ~ b) & 15 end
claims.all("with XNOR in place of XOR the principle is the same: P iff the result is 0", "two heaps <= 15", (function()
  for a = 0, SIZE do
    for b = a, SIZE do if (normal[0][a][b] == "P") ~= (xnor(a, b) == 0) then return ("(%d,%d)"):format(a, b) end end
  end
end)())
claims.all("corrected: of two heaps P iff all digits of their XNOR are 1", "two heaps <= 15", (function()
  for a = 0, SIZE do
    for b = a, SIZE do if (normal[0][a][b] == "P") ~= (xnor(a, b) == 15) then return ("(%d,%d)"):format(a, b) end end
  end
end)())
claims.all("1) from XOR 0 all moves lead to another XOR", "three heaps <= 15", first_triple(SIZE, function(a, b, c)
  return a ~ b ~ c ~= 0 or not some_option(a, b, c, function(x, y, z) return x ~ y ~ z == 0 end)
end))
claims.all("2) from another XOR some move leads to XOR 0", "three heaps <= 15", first_triple(SIZE, function(a, b, c)
  return a ~ b ~ c == 0 or some_option(a, b, c, function(x, y, z) return x ~ y ~ z == 0 end)
end))
local function leftmost(n)
  local digit = 1
  while 2 * digit <= n do digit = 2 * digit end
  return digit
end
claims.all("notes 3 and 4: some heap has the leftmost 1 of N, and flipping the digits of N makes it less", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c)
             local N = a ~ b ~ c
             if N == 0 then return true end
             for _, heap in ipairs { a, b, c } do
               if heap & leftmost(N) ~= 0 then return heap ~ N < heap end
             end
             return false
           end))

-- Ordered piles.
claims.place("3 New game, 3.1")
local stairs = bouton.game {
  position = bouton.piles("a"),
  valid = function(a)
    for i = 2, #a do if a[i] < a[i - 1] then return false end end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] - (i > 1 and a[i - 1] or 0) do
        local b = {}
        for j = 1, #a do b[j] = a[j] end
        b[i] = a[i] - t
        move(b)
      end
    end
  end,
}
--- The nim-sum of a_k - a_(k-1), a_(k-2) - a_(k-3), ...; a pile of 0 is added on the left, or on the right, where k is odd.
local function staircase_sum(piles, side)
  local a = table.move(piles, 1, #piles, 1, {})
  if #a % 2 == 1 then table.insert(a, side == "left" and 1 or #a + 1, 0) end
  local total = 0
  for i = #a, 2, -2 do total = total ~ math.abs(a[i] - a[i - 1]) end
  return total
end
local function first_stairs(side)
  for k = 1, 4 do
    local high = {}
    for i = 1, k do high[i] = k <= 3 and 8 or 6 end
    local outcomes = stairs:table(high, "outcome")
    local piles = {}
    local function walk(i, row)
      if i > k then
        if (row == "P") ~= (staircase_sum(piles, side) == 0) then return "(" .. table.concat(piles, ",") .. ")" end
        return nil
      end
      for value = i > 1 and piles[i - 1] or 0, high[i] do
        piles[i] = value
        local wrong = walk(i + 1, row[value])
        piles[i] = nil
        if wrong then return wrong end
      end
    end
    local wrong = walk(1, outcomes)
    if wrong then return wrong end
  end
end
local to = stairs:options(1, 1)
claims.check("I.1: from (1,1) the only move is to take the one of the first pile", ("%d move, to (%s)"):format(#to, table.concat(to[1].to[1], ",")),
             #to == 1 and to[1].to[1][1] == 0)
local constant, paired
for C = 1, 8 do
  if stairs:outcome(C, C) ~= "P" then constant = constant or ("(%d,%d)"):format(C, C) end
  for D = C, 6 do
    if C <= 6 and stairs:outcome(C, C, D, D) ~= "P" then paired = paired or ("(%d,%d,%d,%d)"):format(C, C, D, D) end
  end
end
claims.all("I.1: (C, C) is lost", "C <= 8", constant)
claims.all("I.2: (C_1, C_1, ..., C_n, C_n) is lost", "n = 2, C <= 6", paired)
claims.all("II.1: of an even number of piles, taking from the second one of a pair suffices to win", "four piles <= 5", (function()
  for a = 0, 5 do for b = a, 5 do for c = b, 5 do for d = c, 5 do
    if (b - a) ~ (d - c) ~= 0 then
      local wins = false
      for t = a, b - 1 do wins = wins or (t - a) ~ (d - c) == 0 and stairs:outcome(a, t, c, d) == "P" end
      for t = c, d - 1 do wins = wins or (b - a) ~ (t - c) == 0 and stairs:outcome(a, b, c, t) == "P" end
      if not wins then return ("(%d,%d,%d,%d)"):format(a, b, c, d) end
    end
  end end end end
end)())
claims.all("note 6: from nim-sum 0 there is no winning move", "four piles <= 5", (function()
  for a = 0, 5 do for b = a, 5 do for c = b, 5 do for d = c, 5 do
    if (b - a) ~ (d - c) == 0 and #stairs:winning_moves(a, b, c, d) > 0 then return ("(%d,%d,%d,%d)"):format(a, b, c, d) end
  end end end end
end)())
claims.all("ordered piles: P iff the nim-sum of differences is 0, a 0 put on the left", "1 to 4 piles <= 8 (4: <= 6)", first_stairs("left"))
claims.all("ordered piles: the same with the 0 put on the right", "1 to 4 piles", first_stairs("right"))

-- Twenty-one.
claims.place("4 Application")
claims.all("every impartial game is equivalent to a heap: with a heap of its Grundy value it is lost", "positions of five games", (function()
  for _, name in ipairs { "kayles", "grundy", "dawsons-chess", "lasker", "mark" } do
    local game = bouton.game(name)
    for n = 0, 30 do
      if bouton.sum { { game, { n } }, { nim, { game:grundy(n) } } }:outcome() ~= "P" then return ("%s %d"):format(name, n) end
    end
  end
end)())
--- Where a player can bring a lone king on a chess board; `own` and `other` are files and ranks of the two kings.
local function king_moves(own, other)
  local found = {}
  for file = math.max(own[1] - 1, 1), math.min(own[1] + 1, 8) do
    for rank = math.max(own[2] - 1, 1), math.min(own[2] + 1, 8) do
      local near = math.abs(file - other[1]) <= 1 and math.abs(rank - other[2]) <= 1
      if not near and (file ~= own[1] or rank ~= own[2]) then found[#found + 1] = ("%d%d"):format(file, rank) end
    end
  end
  return found
end
--- The boards that a player of tic-tac-toe can make of one.
local function marked(board, mark)
  local found = {}
  for at = 1, #board do
    if board:sub(at, at) == "." then found[#found + 1] = board:sub(1, at - 1) .. mark .. board:sub(at + 1) end
  end
  return found
end
local function same(a, b) return table.concat(a, " ") == table.concat(b, " ") end
local white, black = king_moves({ 1, 1 }, { 5, 5 }), king_moves({ 5, 5 }, { 1, 1 })
claims.check("chess and tic-tac-toe are not impartial", ("two kings: white has %d moves, black %d; an empty board: %s or %s"):format(
               #white, #black, marked(".........", "X")[1], marked(".........", "O")[1]),
             not same(white, black) and not same(marked(".........", "X"), marked(".........", "O")))
local counting = bouton.game {
  position = { { "said", max = 21 } }, play = "misere",
  moves = function(said) for n = 1, math.min(3, 21 - said) do move(said + n) end end,
}
local lost, opening = {}, "every opening loses"
for said = 0, 21 do
  if counting:outcome(said) == "P" then lost[#lost + 1] = said end
end
for said = 1, 3 do
  if counting:outcome(said) == "P" then opening = said .. " wins" end
end
claims.check("twenty-one: who is to speak at 0, 4, 8, ..., 20 loses", table.concat(lost, " "), table.concat(lost, " ") == "0 4 8 12 16 20")
claims.check("twenty-one: every opening loses", opening, opening == "every opening loses")

claims.check("if the first player only says one, he has lost", "said 1: who is next " .. (counting:outcome(1) == "N" and "wins" or "loses"),
             counting:outcome(1) == "N")
claims.all("always saying a multiple of 4 makes the other say 21", "said = 0, 4, ..., 16, whatever the other says", (function()
  for said = 0, 16, 4 do
    for more = 1, 3 do
      if said + 4 - (said + more) < 1 or said + 4 - (said + more) > 3 or counting:outcome(said + 4) ~= "P" then return "said = " .. said end
    end
  end
end)())
claims.check("after one, the next may say two, or go on to three or to four", (function()
  local said = {}
  for _, move in ipairs(counting:options(1)) do said[#said + 1] = move.to[1][1] end
  return table.concat(said, ", "), table.concat(said, " ") == "2 3 4"
end)())

-- No copycats.
claims.place("\"Wythoff on the plane\", for comparison: one heap without copying")
local function copycat(m)
  return bouton.game {
    position = { "n", { "last", max = m } },
    moves = function(n, last)
      for t = 1, math.min(m, n) do if t ~= last then move(n - t, t) end end
    end,
  }
end
local theorem = {
  [2] = { 3, 0 }, [3] = { 4, 0 }, [4] = { 5, 0 }, [5] = { 13, 0, 7 }, [6] = { 7, 0 }, [7] = { 25, 0, 9, 17 }, [8] = { 9, 0 },
  [9] = { 32, 0, 11, 22 }, [10] = { 11, 0 }, [11] = { 12, 0 },
}
for m = 2, 11 do
  local row = copycat(m):table({ 400, { 0, 0 } }, "outcome")
  local period, residues = theorem[m][1], {}
  for i = 2, #theorem[m] do residues[theorem[m][i]] = true end
  local wrong
  for n = 0, 400 do
    if (row[n][0] == "P") ~= (residues[n % period] == true) then wrong = wrong or "n = " .. n end
  end
  claims.all(("no copycats, m = %d: P at n mod %d in {%s}"):format(m, period, table.concat(theorem[m], ", ", 2)), "n <= 400", wrong)
end

claims.close()
