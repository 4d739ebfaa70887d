-- The module in the stock interpreter does what it does in `bouton run`.
package.path = "./?.lua;" .. package.path
local check = require "check"
local bouton = require "bouton"

-- Games of rule files.
local wythoff = bouton.game("wythoff")
check.equal(wythoff:grundy(3, 5), 0)
check.equal(wythoff:grundy { 7, 9 }, 14)
check.equal(wythoff:outcome(7, 9), "N")
check.equal(wythoff:remoteness(7, 9), 5)
check.equal(#wythoff:winning_moves(5, 7), 3)
check.equal(wythoff:winning_moves(5, 7)[1].label, "horizontal")
check.equal(#wythoff:options(1, 2), 4)
check.equal(tostring(wythoff), "bouton.game(wythoff)")
check.equal(wythoff:title(), "Wythoff's Nim")
assert(wythoff:explain():find("closed form", 1, true))
local names = {}
for _, name in ipairs(bouton.games()) do names[name] = true end
assert(names.wythoff and names.nim)

-- Parameters; big integers.
local take = bouton.game("take-away", { f = "3*x" })
check.equal(take:outcome(8), "P")
check.equal(bouton.game("subtraction", { set = { 1, 2, 3 } }):grundy(7), 3)
local big = bouton.int("340282366920938463463374607431768211456")
local nim = bouton.game("nim")
check.equal(tostring(bouton.sum { { nim, { big } }, { nim, { 1 } } }:grundy()), "340282366920938463463374607431768211457")

-- Tables, sequences, positions.
local t = wythoff:table { 8, 8 }
check.equal(t[3][5], 0)
check.equal(t[3][3], 6)
check.equal(t[9], nil)
check.equal(#wythoff:positions { 12, 12 }, 9)
local s = bouton.game("kayles"):sequence(300)
check.equal(s[12], 4)
check.equal(s:period().period, 12)
local path = os.tmpname()
os.remove(path)
t:save(path .. ".csv")
local file = assert(io.open(path .. ".csv"))
assert(file:read("l"))
file:close()
os.remove(path .. ".csv")

-- Misère quotients and genera: Nim with heaps to 3 has the quotient T2, of six elements (T. E. Plambeck, A. N. Siegel, 2008).
check.equal(nim:quotient(3).order, 6)
check.equal(wythoff:theorem().proved, true)
check.equal(wythoff:theorem().states, 7)
check.equal(tostring(wythoff:theorem()), "wythoff: proved for positions of every size under normal play\n"
  .. "P-positions: S and L are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0")
check.equal(tostring(bouton.game("euclid"):theorem()):match("^euclid: no theorem: .*"),
  "euclid: no theorem: a division by a number that varies: the rule is not linear")
check.equal(nim:theorem(nil, "all").sets[2].words ~= nil, true)
check.equal(wythoff:theorem(nil, 0, 1).proved, false)
check.equal(wythoff:discover().theorem.proved, true)
check.equal(bouton.game("lasker"):discover().conjectures[1].proved, false)
check.equal(#wythoff:quotient(1, 1).positions > 0, true)
check.equal(nim:genus(3).misere_grundy, 3)
check.equal(bouton.sum { { nim, { 1 } }, { nim, { 1 } } }:genus().outcome, "N")

-- Verification, and graphs.
local verified = nim:verify()
check.equal(verified.same, true)
assert(#verified.checks > 1 and verified.checks[1].check)
check.equal(wythoff:verify({ 4, 4 }).high[2], 4)
local graph = wythoff:graph(1, 2)
check.equal(table.concat(graph.nodes[1].position[1], ","), "1,2")
check.equal(graph.nodes[1].outcome, "P")
for _, edge in ipairs(graph.edges) do
  local from, to = graph.nodes[edge.from], graph.nodes[edge.to]
  assert(from.outcome == "N" or to.outcome == "N")
  assert(from.grundy ~= to.grundy)
end
check.equal(#bouton.sum { { nim, { 1 } }, { nim, { 1 } } }:graph().nodes, 3)

-- Matches: perfect play wins from an N-position whenever it moves first.
local match = wythoff:match({ players = { "perfect", "random" }, games = 20, seed = 3 }, 7, 9)
check.equal(match.games, 20)
check.equal(match.players[1].wins_moving_first, 10)
check.equal(match.players[1].wins + match.players[2].wins, 20)

-- A game that is played to its end.
local play = wythoff:play(3, 4)
check.equal(play:to_move(), "first")
check.equal(play:winner(), nil)
local first = play:choose()
check.equal(wythoff:outcome(play:moves()[first].to[1]), "P")
play:move(first)
check.equal(play:to_move(), "second")
play:undo()
check.equal(table.concat(play:position()[1], ","), "3,4")
while not play:winner() do play:move(play:choose(play:to_move() == "first" and "perfect" or "random", 7)) end
check.equal(play:winner(), "first")
check.equal(play:choose(), nil)
check.equal(#wythoff:play():position()[1], 2)

-- Whatever there is has a text, which is not an address.
local cells, word
local board = bouton.game {
  position = bouton.board(2, 2, ".X"),
  moves = function(b) cells, word = b, move move(b:with(1, 1, 1)) end,
}
board:options("../..")
for shown, value in pairs {
  ["bouton.play(wythoff, 3,4, first to move)"] = wythoff:play(3, 4),
  ["bouton.play(wythoff, 0,0, over)"] = wythoff:play(0, 0),
  ["bouton.play(mine, ../.., first to move)"] = bouton.game {
    name = "mine", position = bouton.board(2, 2, ".X"), moves = function(b) move(b:with(1, 1, 1)) end }:play("../.."),
  ["bouton.row(3, 0:8)"] = t[3],
  ["bouton.game(wythoff)"] = wythoff,
  ["bouton.sum of 1"] = bouton.sum { { wythoff, { 1, 2 } } },
  ["../.."] = cells,
  ["move"] = word,
  ["18446744073709551616"] = bouton.int("18446744073709551616"),
} do
  check.equal(tostring(value), shown)
end
assert(not tostring(t):find("0x", 1, true) and not tostring(s):find("0x", 1, true))

-- Sums.
local sum = bouton.sum { { wythoff, { 7, 9 } }, { bouton.game("kayles"), { 5 } } }
check.equal(sum:grundy(), 10)
check.equal(sum:outcome(), "N")
check.equal(sum:remoteness(), 9)
check.equal(#sum:winning_moves(), 2)

-- Other compounds: of remoteness 5 and 4, of suspense 7 and 4 by plain recursion (tests/rules/several_games_test.cpp).
local knight = bouton.game("white-knight")
local knights = { { knight, { 6, 7 } }, { knight, { 4, 5 } } }
check.equal(knight:suspense(6, 7), 7)
check.equal(bouton.sum(knights, "conjunctive"):outcome(), "P")
check.equal(bouton.sum(knights, "conjunctive"):remoteness(), 4)
check.equal(bouton.sum(knights, "continued-conjunctive"):suspense(), 7)
check.equal(tostring(bouton.sum(knights, "sequential")), "bouton.sum of 2")
local taken = bouton.sum({ { nim, { 3 } }, { nim, { 5 } } }, "selective"):winning_moves()
check.equal(#taken, 1)
check.equal(#taken[1].parts, 2)
check.equal(taken[1].parts[2].component, 2)
check.equal(taken[1].parts[2].to[1], 0)
check.equal(bouton.sum({ { nim, { 3 } }, { nim, { 5 } } }, "disjunctive"):grundy(), 6)

-- Games that the script declares, lifted or not; their functions see the script's globals.
most = 3
local mine = bouton.game {
  name = "mine",
  position = { "n" },
  moves = function(n) for i = 1, math.min(n, most) do move.take(n - i) end end,
}
check.equal(mine:grundy(11), 3)
check.equal(mine:sequence(100):period().period, 4)
local piles = bouton.game {
  position = bouton.piles("a", { length = { min = 1 } }),
  symmetric = true,
  moves = function(a)
    for i = 1, #a do
      for v = 0, a[i] - 1 do move(a:with(i, v)) end
    end
  end,
}
check.equal(piles:grundy(3, 4, 5), 3 ~ 4 ~ 5)
local split = bouton.game {
  position = { "n" },
  moves = function(n)
    for k = 1, math.min(n, 2) do
      for a = 0, (n - k) // 2 do split(a, n - k - a) end
    end
  end,
}
check.equal(split:grundy(12), 4)

-- From a coroutine.
local co = coroutine.wrap(function()
  local g = bouton.game { position = { "n" }, moves = function(n) if n > 0 then move(n - 1) end end }
  coroutine.yield(g:grundy(7))
  coroutine.yield(wythoff:grundy(1, 2))
end)
check.equal(co(), 1)
check.equal(co(), 0)

-- Required a second time, it is the same or another, and works.
package.loaded.bouton = nil
local again = require "bouton"
check.equal(again.game("wythoff"):grundy(1, 2), 0)
check.equal(wythoff:grundy(1, 2), 0)

-- Objects are collected, thousands of them.
for i = 1, 200 do
  local g = bouton.game { position = { "n" }, moves = function(n) for k = 1, n do move(n - k) end end }
  check.equal(g:grundy(i % 7), i % 7)
  if i % 50 == 0 then collectgarbage() end
end
print("ok")
