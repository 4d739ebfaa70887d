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

-- Sums.
local sum = bouton.sum { { wythoff, { 7, 9 } }, { bouton.game("kayles"), { 5 } } }
check.equal(sum:grundy(), 10)
check.equal(sum:outcome(), "N")
check.equal(sum:remoteness(), 9)
check.equal(#sum:winning_moves(), 2)

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
