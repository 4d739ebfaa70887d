-- Finalizers that ask the module while the interpreter ends, when it is closed already.
package.path = "./?.lua;" .. package.path
local check = require "check"
local bouton, wythoff, script_game, kept_move
_G.first = setmetatable({}, { __gc = function()
  check.fails(function() wythoff:grundy(3, 5) end, "has been collected")
  check.fails(function() script_game:grundy(3) end, "has been collected")
  check.fails(function() bouton.game("wythoff") end, "the module is closed")
  check.fails(function() bouton.sum {} end, "the module is closed")
  check.fails(function() bouton.games() end, "the module is closed")
  check.fails(function() kept_move(1) end, "outside of moves")
  check.fails(function() kept_move.left(1) end, "outside of moves")
  check.equal(tostring(bouton.int(2) ^ 70), "1180591620717411303424")
  print("ok")
end })
bouton = require "bouton"
wythoff = bouton.game("wythoff")
script_game = bouton.game { position = { "n" }, moves = function(n) kept_move = move if n > 0 then move(n - 1) end end }
check.equal(script_game:grundy(3), 1)
check.equal(wythoff:grundy(3, 5), 0)
