-- Rules of the literature beside those that automatic-proofs.lua has itself, and what comes of `theorem` for each: { source, the rule in words, expected, game, piles }.
--
-- `expected` is "proved", "not found" (the rule is a statement, and no automaton was found in the steps that are given), or
-- "refused" (the rule is no such statement). A game is a name in rules/ or of a file beside the
-- script, with its parameters.
-- Left out, since their rules are not known for certain here: Nim(a, b) (Gurvich 2012), Connell's (1959), the Raleigh game (Fraenkel 2007),
-- the heap game of Fraenkel and Zusman (2001).

local bouton = require "bouton"

local rules = {}

local function add(expected, source, words, game, piles)
  rules[#rules + 1] = { source = source, words = words, expected = expected, game = game, piles = piles }
end

local function named(expected, source, words, name, params, piles)
  add(expected, source, words, function() return bouton.game(name, params or {}) end, piles)
end

local FOLDER = arg[0]:match("^(.*)/") or "."

local function beside(expected, source, words, file, params)
  add(expected, source, words, function() return bouton.game(("%s/%s.lua"):format(FOLDER, file), params or {}) end)
end

local proved, unknown, refused = "proved", "not found", "refused"

-- Nim and what is near it ----------------------------------------------------------------------------------------------

for piles = 2, 4 do named(proved, "Bouton 1901", "Nim, " .. piles .. " heaps", "moore", { k = 1 }, piles) end
for piles = 2, 4 do named(proved, "Bouton 1901", "misere Nim, " .. piles .. " heaps", "misere-nim", {}, piles) end
named(proved, "Moore 1910", "from up to 2 of 3 heaps", "moore", { k = 2 }, 3)
named(proved, "Moore 1910", "from up to 2 of 4 heaps", "moore", { k = 2 }, 4)
named(proved, "Moore 1910", "from up to 3 of 4 heaps", "moore", { k = 3 }, 4)
for h = 2, 5 do
  named(proved, "Fraenkel, Lorberbom 1991", "cyclic Nimhoff, 2 heaps, h = " .. h, "cyclic-nimhoff", { h = h }, 2)
end
named(proved, "Fraenkel, Lorberbom 1991", "cyclic Nimhoff, 3 heaps, h = 3", "cyclic-nimhoff", { h = 3 }, 3)
named(proved, "Dufour, Heubach 2013", "circular Nim, 4 piles, k = 2", "circular-nim", { k = 2 }, 4)
named(proved, "Ehrenborg, Steingrimsson 1996", "Nim on a simplicial complex, a square", "simplicial-nim", {}, 4)
named(proved, "Boros, Gurvich, Ho, Makino, Mursic 2017", "Nim on a hypergraph, a triangle", "hypergraph-nim", {}, 3)
named(proved, "Gurvich, Ho 2015", "exact slow Nim, 2 of 3 piles", "exact-slow-nim", { k = 2 }, 3)
named(proved, "Gurvich, Heubach, Ho, Chikin 2020", "slow Nim, up to 2 of 3 piles", "slow-nim", { k = 2 }, 3)
named(proved, "Albert, Nowakowski 2001", "End-Nim, 3 piles", "end-nim", {}, 3)
named(proved, "Albert, Nowakowski 2004", "Greedy Nim, 3 heaps", "greedy-nim", {}, 3)
named(proved, "Abuku, Sakai, Shinoda, Suetsugu 2023", "Delete Nim", "delete-nim")
named(proved, "Inoue, Kimura, Manabe, Suetsugu, Yamashita, Yoshiwatari 2025", "Yama Nim", "yama-nim")
named(proved, "Fukuyama 2003", "Nim on a graph, a triangle", "nim-on-graphs")
named(proved, "Winning Ways, ch. 15", "Antonim, 3 heaps", "antonim", {}, 3)
named(proved, "Winning Ways, ch. 15", "the silver dollar, without the dollar, 3 coins", "silver-dollar", {}, 3)
named(proved, "Winning Ways, ch. 15", "Staircase Nim, 4 steps", "staircase", {}, 4)
named(proved, "Welter 1954", "Welter's game, 2 coins", "welter", {}, 2)
named(proved, "Welter 1954", "Welter's game, 3 coins", "welter", {}, 3)
named(proved, "Winning Ways, ch. 14", "Acrostic Twins", "acrostic-twins")
named(proved, "Winning Ways, ch. 3", "the white knight", "white-knight")
named(proved, "Gale 1974", "Chomp of 2 rows", "chomp", {}, 2)
named(proved, "Gale 1974", "cubic Chomp, 2 x 2 columns", "cubic-chomp")

beside(proved, "Morrison, Friedman, Landsberg 2012", "Nim with a pass, 2 heaps", "nim-with-a-pass")

-- One heap -------------------------------------------------------------------------------------------------------------

for _, set in ipairs { { 1, 2 }, { 1, 2, 3 }, { 1, 2, 3, 4, 5 }, { 2, 3 }, { 1, 3, 4 }, { 2, 5, 7 } } do
  named(proved, "Winning Ways, ch. 4", "subtract one of " .. table.concat(set, ", "), "subtraction", { set = set })
end
beside(proved, "Ferguson 1974", "subtract 1, 2 or 3, misere", "heap-variant", { set = { 1, 2, 3 }, misere = 1 })
beside(proved, "Ferguson 1974", "subtract 2, 5 or 7, misere", "heap-variant", { set = { 2, 5, 7 }, misere = 1 })
for least = 2, 4 do
  beside(proved, "A. Siegel 2005", "all but fewer than " .. least .. " may be subtracted", "heap-variant", { least = least })
end
named(proved, "Fraenkel 2011", "Mark: n - 1 or half of n, rounded down", "mark")
beside(proved, "Levine 2006", "take at most n/2 of n", "heap-variant", { share = 2 })
named(proved, "Winning Ways, ch. 15", "D.U.D.E.N.E.Y, at most 3", "copycat", { m = 3 })
named(proved, "Winning Ways, ch. 15", "D.U.D.E.N.E.Y, at most 5", "copycat", { m = 5 })
named(proved, "Whinihan 1963", "Fibonacci Nim", "fibonacci-nim")
named(proved, "Schwenk 1970", "take-away, f(x) = x", "take-away", { f = "x" })
named(proved, "Schwenk 1970", "take-away, f(x) = 2x", "take-away", { f = "2*x" })
named(proved, "Schwenk 1970", "take-away, f(x) = 5x/2, rounded down", "take-away", { f = "5*x//2" })
named(proved, "traditional", "the race to 21", "twenty-one")

-- Heaps that moves split: periods --------------------------------------------------------------------------------------

for _, code in ipairs { "0.77", "0.07", "0.137", "0.15", "0.12", "0.13", "0.17", "0.26", "0.53", "0.72", "0.75", "4.4" } do
  named(proved, "Guy, Smith 1956", "the octal game " .. code, "octal", { code = code })
end

-- Wythoff's game and what is near it -----------------------------------------------------------------------------------

named(proved, "Winning Ways, ch. 3", "Wyt Queens", "wyt-queens")
for _, pair in ipairs { { 2, 1 }, { 2, 2 }, { 2, 3 }, { 3, 1 }, { 3, 2 } } do
  named(proved, "Fraenkel 1998", ("(%d, %d)-Wythoff"):format(pair[1], pair[2]), "st-wythoff", { s = pair[1], t = pair[2] })
end
for near = 2, 3 do
  beside(proved, "Fraenkel 1984", "|s - t| < " .. near .. " from both heaps, misere", "wythoff-variant", { near = near, misere = 1 })
end

-- Beyond automata, or beyond what is looked for ------------------------------------------------------------------------

named(unknown, "Gale 1974", "Chomp of 3 rows", "chomp", {}, 3)
named(unknown, "Fraenkel, Reisner 2009", "End-Wythoff, 3 piles", "end-wythoff", {}, 3)
named(unknown, "Duchene, Rigo 2008", "the Tribonacci game", "tribonacci")
beside(unknown, "Larsson 2012", "Wythoff's moves, and t from one heap with 2t from the other", "wythoff-variant", { double = 1 })
beside(unknown, "Levine 2006", "take at most n/3 of n", "heap-variant", { share = 3 })
named(unknown, "Schwenk 1970", "take-away, f(x) = 3x", "take-away", { f = "3*x" })
for _, case in ipairs {
  { "Cole, Davie 1969", "Euclid's game", "euclid" },
  { "Grundy 1939", "Grundy's game", "grundy" },
  { "Lasker 1931", "Lasker's Nim", "lasker" },
  { "Epstein 1967", "subtract a square", "subtract-a-square" },
  { "Winning Ways, ch. 4", "Prim", "prim" },
  { "Winning Ways, ch. 4", "Dim", "dim" },
  { "Winning Ways, ch. 4", "Officers", "officers" },
  { "Winning Ways, ch. 4", "Treblecross", "treblecross" },
  { "Winning Ways, ch. 14", "Turning Corners", "turning-corners" },
  { "Winning Ways, ch. 14", "the Mock Turtle", "mock-turtles" },
  { "Smith 1966", "Nim with passes without end", "pass-nim" },
  { "Winning Ways, ch. 3", "Poker Nim", "poker-nim" },
  { "Winning Ways, ch. 3", "Northcott's game", "northcott" },
} do
  named(refused, case[1], case[2], case[3])
end

return rules
