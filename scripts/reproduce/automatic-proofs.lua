-- What is proved of Wythoff's game and its relatives by automata, each from the plain rule.
--
--   bouton run scripts/reproduce/automatic-proofs.lua
--
-- A theorem says which positions of any size are lost. What a document says of them is compared with it: the sentence that the
-- theorem has for them, or the positions of a table.

local bouton = require "bouton"
local FOLDER = arg[0]:match("^(.*)/") or "."
local claims = dofile(FOLDER .. "/table/claims.lua")

claims.open("B. Mignoty, A. Renard, M. Rigo, M. A. Whiteland, Automatic proofs in combinatorial game theory, IJGT 54 (2025); "
            .. "A. Renard, M. Rigo, Variants of Wythoff game with terminal positions or blocking maneuvers, arXiv 2512.11601 (2025)")

local SIZE = 300
local PAIRS = "S and L are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0"

--- Wythoff's game with other moves: the parameters of wythoff-variant.lua.
local function variant(settings) return bouton.game(FOLDER .. "/wythoff-variant.lua", settings) end

-- Of all sets that are proved: how many are said in plain words, and in how few characters.
local SHORT = 80
local sets = { proved = 0, plain = 0, short = 0 }
local function count_sets(found)
  for _, set in ipairs(found.sets) do
    sets.proved = sets.proved + 1
    if set.words then sets.plain = sets.plain + 1 end
    if set.words and #set.words < SHORT then sets.short = sets.short + 1 end
  end
end

--- The sentence of the theorem about a game, with the number of states; or why there is none.
local function theorem(game)
  local found = game:theorem()
  if not found.proved then return nil, found.reason end
  count_sets(found)
  return found.sets[1].words or found.statement, found.states
end

local function lost(game, size)
  local set = {}
  for _, position in ipairs(game:positions { size, size }) do set[position[1] .. "," .. position[2]] = true end
  return set
end

--- The first pair of a, b <= size for which a set and a function differ.
local function first_difference(set, is_lost, size)
  for a = 0, size do
    for b = 0, size do
      if (set[a .. "," .. b] or false) ~= is_lost(a, b) then return ("(%d,%d)"):format(a, b) end
    end
  end
end

-- Of all rules, each once.
local number = { proved = 0, ["not found"] = 0, refused = 0 }

--- That a theorem is proved, in so many words.
local function proved_claim(claim, game, sentence)
  local words, states = theorem(game)
  local verdict = words and "proved" or "not found"
  number[verdict] = number[verdict] + 1
  claims.check(claim, words and ("proved, %d states"):format(states) or states, words ~= nil and (sentence == nil or words == sentence))
end

-- floor(n phi) for n that are not large.
local function floor_n_phi(n) return math.floor((n + math.sqrt(5 * n * n)) / 2) end

local function is_pair(a, b)
  if a > b then a, b = b, a end
  return a == floor_n_phi(b - a)
end

-- Fibonacci digits, the most significant first: 1, 2, 3, 5, ...
local function zeckendorf(n)
  local weights, digits = { 1, 2 }, {}
  while weights[#weights] <= n do weights[#weights + 1] = weights[#weights] + weights[#weights - 1] end
  for i = #weights, 1, -1 do
    local digit = weights[i] <= n and 1 or 0
    n = n - digit * weights[i]
    if digit == 1 or #digits > 0 then digits[#digits + 1] = digit end
  end
  return table.concat(digits)
end

claims.place("Wythoff's game")

local wythoff = variant {}
proved_claim("Wythoff (1907): P iff the heaps are floor(n phi), floor(n phi) + n", wythoff, PAIRS)
claims.all("the table says the same", ("S, L <= %d"):format(SIZE), first_difference(lost(wythoff, SIZE), is_pair, SIZE))
do
  local wrong
  for n = 1, 200 do
    local a, b = zeckendorf(floor_n_phi(n)), zeckendorf(floor_n_phi(n) + n)
    if #a:match("0*$") % 2 ~= 0 or b ~= a .. "0" then wrong = wrong or "n = " .. n end
  end
  claims.all("Fraenkel (1982): in Fibonacci digits b is a0, and a ends in an even number of 0", "n <= 200", wrong)
end

claims.place("generalised Wythoff: from both heaps s and t with |s - t| < k")

for k = 2, 10 do
  local sentence = ("S and L are, in some order, floor(n alpha) and floor(n alpha) + %dn for some n >= 0, "
                    .. "where alpha = (sqrt %d - %d)/2"):format(k, k * k + 4, k - 2)
  if k == 2 then sentence = "S and L are, in some order, floor(n sqrt 2) and floor(n sqrt 2) + 2n for some n >= 0" end
  proved_claim(("Fraenkel (1982), k = %d"):format(k), variant { near = k }, sentence)
end

claims.place("misere play")

proved_claim("misere Wythoff: the same pairs, but for (0,1), (1,0), (2,2) in place of (0,0), (1,2), (2,1)", bouton.game("attrition"),
             PAIRS .. ", but not 0,0; 2,1; 1,2, and 1,0; 0,1; 2,2")

claims.place("redundant moves: what may be added to Wythoff's moves without a change of the P-positions")

--- Whether i and j are the differences of the heaps of two P-positions: then a leap from one to the other would be a winning move.
local function is_difference(i, j)
  local positions = wythoff:positions { SIZE, SIZE }
  for _, from in ipairs(positions) do
    if from[1] >= i and from[2] >= j and is_pair(from[1] - i, from[2] - j) then return true end
  end
  return false
end

for i = 1, 5 do
  for j = i + 1, 6 do
    local game = variant { leap = { i, j } }
    if is_difference(i, j) then
      local wrong = first_difference(lost(game, 100), is_pair, 100)
      claims.check(("Duchene et al. (2010): a leap (%d,%d), a difference of P-positions, changes them"):format(i, j),
                   "first at " .. tostring(wrong), wrong ~= nil)
    else
      proved_claim(("Duchene et al. (2010): a leap (%d,%d), no such difference, changes nothing"):format(i, j), game, PAIRS)
    end
  end
end

claims.place("restrictions and extensions with the same P-positions (Ho 2012)")

proved_claim("nothing may be taken from the smaller heap alone", variant { spared = 1 }, PAIRS)
proved_claim("k may be taken from the smaller heap and l < k from the other", variant { skewed = 1 }, PAIRS)

claims.place("terminal positions x + y <= l: who moves there wins")

for l = 0, 8 do
  local game = variant { terminal = l }
  proved_claim(("l = %d: the P-positions are a set of Fibonacci digits that an automaton tells"):format(l), game)
  local set, terminal = lost(game, 60), nil
  for a = 0, l do
    for b = 0, l - a do if not set[a .. "," .. b] then terminal = ("(%d,%d)"):format(a, b) end end
  end
  claims.all(("l = %d: the terminal positions are P"):format(l), "x + y <= " .. l, terminal)
end

-- K. Komaki, R. Miyadera, A. Murakami, arXiv 2510.11767, abstract: l = 2, with Hofstadter's G-sequence h and g(n) = 1 - g(h(n-1)) if
-- h(n-2) < h(n-1), else 1: P iff (floor(n phi) + g(n) - 1, floor(n (phi + 1)) + g(n)), beside the terminal positions. It begins with
-- g(0) = 1 and g(1) = 0.
do
  local h, g = { [0] = 0 }, { [0] = 1, 0 }
  for n = 1, SIZE do h[n] = n - h[h[n - 1]] end
  for n = 2, SIZE do
    if h[n - 2] < h[n - 1] then g[n] = 1 - g[h[n - 1]] else g[n] = 1 end
  end
  local pairs_of = {}
  for n = 0, SIZE // 2 do
    local a, b = floor_n_phi(n) + g[n] - 1, floor_n_phi(n) + n + g[n]
    pairs_of[a .. "," .. b], pairs_of[b .. "," .. a] = true, true
  end
  local set = lost(variant { terminal = 2 }, SIZE)
  claims.all("l = 2: the pairs by Hofstadter's G-sequence (Komaki, Miyadera, Murakami 2025)", ("2 < x + y, x, y <= %d"):format(SIZE),
             first_difference(set, function(a, b) return a + b <= 2 or pairs_of[a .. "," .. b] or false end, SIZE))
end

claims.place("Wythoff's game with a pass that may be used once")

do
  local found = bouton.game(FOLDER .. "/wythoff-with-a-pass.lua"):theorem()
  local layer = found.layers and found.layers.sets[1]
  claims.check("without the pass left it is Wythoff's game", layer and layer.name .. ", proved" or "not found",
               layer ~= nil and layer.words == PAIRS and layer.game:match("^Wythoff's game") ~= nil)
end

claims.place("the literature: which rules have a theorem")

do
  local STEPS = 200000000  -- of those that have none
  for _, rule in ipairs(dofile(FOLDER .. "/table/literature.lua")) do
    local found = rule.game():theorem(rule.piles, 0, rule.expected ~= "proved" and STEPS or nil)
    local verdict = found.proved and "proved" or found.refused and "refused" or "not found"
    number[verdict] = number[verdict] + 1
    if found.proved and found.sets then count_sets(found) end
    claims.check(("%s: %s"):format(rule.source, rule.words),
                 verdict == "proved" and found.states and ("proved, %d states"):format(found.states) or verdict,
                 verdict == rule.expected)
  end
  print(("in all, of %d rules %d are proved, of %d no theorem is found, %d are refused"):format(
        number.proved + number["not found"] + number.refused, number.proved, number["not found"], number.refused))
  print(("of %d sets that are proved %d are said in plain words, %d of them in less than %d characters"):format(
        sets.proved, sets.plain, sets.short, SHORT))
end

claims.close()
