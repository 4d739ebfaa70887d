-- Whatever a script does wrong is a Lua error, and the module works on.
package.path = "./?.lua;" .. package.path
local check = require "check"
local bouton = require "bouton"
local fails = check.fails

local wythoff = bouton.game("wythoff")
fails(function() bouton.game("wythof") end, "wythoff")
fails(function() bouton.game() end)
fails(function() bouton.game(42) end)
fails(function() bouton.game("wythoff", 5) end, "parameters are a table")
fails(function() bouton.game("wythoff", { m = 5 }) end, "no parameters")
fails(function() bouton.game("subtraction", { set = { 1, 2.5 } }) end)
fails(function() wythoff.grundy(3, 5) end, "colon")
fails(function() wythoff.grundy() end)
fails(function() wythoff:grundy(3) end, "this game has 2")
fails(function() wythoff:grundy(3, -5) end)
fails(function() wythoff:grundy(3, 1.5) end)
fails(function() wythoff:grundy(3, {}) end)
fails(function() wythoff:grundy(3, print) end)

-- Positions that are not numbers.
local sprouts, crosses = bouton.game("sprouts"), bouton.game("brussels-sprouts")
check.equal(sprouts:grundy("0.AB}0.AB}"), 0)
check.equal(sprouts:grundy(3), 1)
check.equal(crosses:remoteness { { 4 }, { 1, 1 } }, 5)
fails(function() sprouts:grundy { 3, 4 } end, "position {3,4} is not valid in sprouts")
fails(function() sprouts:grundy(3, 4) end, "position 3,4")
fails(function() sprouts:grundy(-1) end, "from 0 to 26")
fails(function() sprouts:grundy() end)
fails(function() sprouts:outcome { 2.5 } end, "has the float 2.5 in it")
fails(function() sprouts:outcome(print) end, "has a function in it")
fails(function() sprouts:winning_moves { a = 1 } end, "that is not a list")
fails(function() crosses:options { { 4 }, 4 } end, "position {{4},4} is not valid in brussels-sprouts")
fails(function() crosses:options "{{4}}" end, 'position "{{4}}" is not valid in brussels-sprouts')
fails(function() bouton.sum { { sprouts, { 3, 4 } } }:outcome() end, "is not valid in sprouts")
fails(function() sprouts:table { 3, 4 } end, "there is no box of them")
fails(function() sprouts:positions { 3, 4 } end, "there is no box of them")

fails(function() wythoff:table(5) end, "a box is a list")
fails(function() wythoff:table { 5 } end)
fails(function() wythoff:table { 5, "x" } end)
fails(function() wythoff:table({ 5, 5 }, "nonsense") end, "not a kind of value")
fails(function() wythoff:sequence(10) end)
fails(function() wythoff:sequence(-1) end)
fails(function() wythoff:table({ 3, 3 }):save("/no/such/directory/t.csv") end)
fails(function() wythoff:table({ 3, 3 }):save() end)
fails(function() wythoff:match() end, "a match takes a table such as")
fails(function() wythoff:match({ players = { "perfect" } }) end, "a match takes a table such as")
fails(function() wythoff:match({ players = { "perfect", "random" }, rounds = 3 }) end, "a match takes a table such as")
fails(function() wythoff:match({ players = { "perfect", "nobody" } }) end, "there is no player")
fails(function() wythoff:play(3, 4):move(99) end, "there is no move 99")
fails(function() wythoff:play(3, 4):undo() end, "0 moves were made")
fails(function() wythoff:play(3, 4):choose("nobody") end, "there is no player")
fails(function() wythoff:genus("x") end)
fails(function() wythoff:quotient() end)
fails(function() wythoff:verify(5) end, "a box is a list")
fails(function() wythoff:graph(2^70 // 1, 3) end)
fails(function() bouton.sum() end)
fails(function() bouton.sum { 1 } end)
fails(function() bouton.sum({ { wythoff, { 1, 2 } } }, "alternating") end, "is not a way to play several games at once")
fails(function() bouton.sum({ { wythoff, { 1, 2 } } }, 3) end, "takes a list")
fails(function() bouton.sum({}, "selective") end, "there is no position to play")
fails(function() bouton.sum { { wythoff } } end)
fails(function() bouton.sum { { wythoff, { 1, 2 }, }, { {}, { 1 } } } end)
fails(function() bouton.int("x") end)
-- A zero byte ends no text.
fails(function() bouton.int("12\0003") end, "bouton.int takes")
fails(function() bouton.game("wythoff\0evil") end, "zero byte")
fails(function() bouton.game(("x"):rep(300)) end, "there is no game 'xxx")
fails(function() bouton.game("subtraction", { set = "1,2\0003" }) end, "is not a list of integers")
fails(function() bouton.game("subtraction", { ["set\0x"] = "1,2" }) end, "no parameter")
fails(function() wythoff:grundy("1,2\0junk") end, "is not an integer")
fails(function() wythoff:grundy(1, "2\0") end, "is not an integer")
fails(function() wythoff:grundy { 1, "2\0" } end, "is not an integer")
fails(function() wythoff:table({ 3, 3 }, "grundy\0x") end, "not a kind of value")
fails(function() wythoff:table({ 3, 3 }):save("t.csv\0x") end, "zero byte")
fails(function() wythoff:match({ players = { "perfect\0x", "random" } }) end, "there is no player")
fails(function() wythoff:match({ ["players\0"] = { "perfect", "random" } }) end, "a match takes a table such as")
fails(function() wythoff:play(3, 4):choose("perfect\0x") end, "there is no player")
fails(function() bouton.plot("a.png\0x", {}) end, "zero byte")
fails(function() bouton.parallel({ 1 }, function(n) return n end, "journal\0x") end, "zero byte")
fails(function() bouton.game("kayles"):quotient(-1) end)
fails(function() return bouton.int(1) + 1.5 end)
fails(function() return bouton.int(1) // 0 end)

-- Foreign objects: methods of one class on another.
local methods = getmetatable(wythoff)
check.equal(methods, false, "the metatable")
fails(function() wythoff.grundy(bouton.int(3), 1, 2) end)
fails(function() wythoff.grundy(io.stdout, 1, 2) end)
fails(function() debug.setmetatable(wythoff, nil).grundy(wythoff) end)
wythoff = bouton.game("wythoff")

-- Rules that are wrong: the line is the script's.
local function bad(fields) return function() return bouton.game(fields) end end
fails(bad {}, "misuse.lua")
fails(bad { position = { "n" } })
fails(bad { position = 3, moves = print })
fails(bad { position = { "n" }, moves = 3 })
local g = bouton.game { position = { "n" }, moves = function(n) move(n - 1, 2) end }
fails(function() g:grundy(3) end, "misuse.lua")
g = bouton.game { position = { "n" }, moves = function(n) error("of my own") end }
fails(function() g:grundy(3) end, "of my own")
g = bouton.game { position = { "n" }, moves = function(n) error({}) end }
fails(function() g:grundy(3) end)
g = bouton.game { position = { "n" }, moves = function(n) local x = nil; x.y = 1 end }
fails(function() g:grundy(3) end, "misuse.lua")
g = bouton.game { position = { "n" }, moves = function(n) move(n - 0.5) end }
fails(function() g:grundy(3) end)
fails(function() move(1) end)

-- A rule that asks the module itself, and one that yields.
local inner = bouton.game { position = { "n" }, moves = function(n) if n > 0 then move(n - 1) end end }
g = bouton.game { position = { "n" }, moves = function(n) if n > inner:grundy(n) then move(n - 1) end end }
check.equal(g:grundy(0), 0)
g = bouton.game { position = { "n" }, moves = function(n) coroutine.yield(n) end }
fails(function() coroutine.wrap(function() g:grundy(3) end)() end)
g = bouton.game { position = { "n" }, moves = function(n) return g:grundy(n + 1) end }
fails(function() g:grundy(3) end)

-- A game that is being asked cannot be asked by its own rule, neither alone nor in a sum.
local own
own = bouton.game { position = { "n" }, moves = function(n) if n > 0 then own:grundy(n - 1) move(n - 1) end end }
check.equal(own:grundy(0), 0)
fails(function() own:grundy(1) end, "is already answering a question")
fails(function() own:grundy(200) end, "is already answering a question")
local sum
own = bouton.game { position = { "n" }, moves = function(n) if n > 0 then sum:grundy() move(n - 1) end end }
sum = bouton.sum { { own, { 3 } } }
fails(function() sum:grundy() end, "is already answering a question")
fails(function() own:options(1) end, "is already answering a question")
fails(function() own:table { 3 } end, "is already answering a question")
check.equal(own:grundy(0), 0)

-- An error that was caught does not come back in the place of another.
fails(function() bouton.game("nosuch") end, "nosuch")
local mine = bouton.game { position = { "n" }, moves = function(n) error("my own bug") end }
check.equal(fails(function() mine:grundy(5) end):match("[^:]*$"), " my own bug")
local both = bouton.game { position = { "n" }, moves = function(n) pcall(bouton.game, "nosuch") error("my own bug") end }
check.equal(fails(function() both:grundy(5) end):match("[^:]*$"), " my own bug")

-- A finalizer may reach a game that was collected with it.
local said
local box = setmetatable({}, { __gc = function(self) said = select(2, pcall(self.game.grundy, self.game, 3, 5)) end })
box.game = bouton.game("wythoff")
box = nil
collectgarbage()
assert(said:find("this Game has been collected", 1, true), said)

-- Rule files that never end or take all memory are stopped.
local function rule_file(text)
  local path = os.tmpname() .. ".lua"
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end
local path = rule_file("return game { position = { 'n' }, moves = function(n) local s = ('x'):rep(16777216) s = s" ..
                       (" .. s"):rep(40) .. " end }")
g = bouton.game(path)
fails(function() g:grundy(1) end, "memory")
os.remove(path)
path = rule_file("return game {")
fails(function() bouton.game(path) end, ".lua:1:")
os.remove(path)
path = rule_file("os.exit(3)")
fails(function() bouton.game(path) end, "os")
os.remove(path)

-- The script's own hooks stay the script's.
local count = 0
debug.sethook(function() count = count + 1 end, "", 100)
check.equal(wythoff:grundy(3, 5), 0)
for _ = 1, 1000 do end
assert(debug.gethook() ~= nil, "the hook is gone")
debug.sethook()
assert(count > 0)

-- After all that it works.
check.equal(wythoff:grundy(7, 9), 14)
collectgarbage()
print("ok")
