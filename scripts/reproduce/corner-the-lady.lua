-- Corner the lady: a queen on a board moves west, south or south-west; who brings her to the corner wins.
--
--   bouton run scripts/reproduce/corner-the-lady.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("Corner the lady (R. P. Isaacs; M. Gardner): Wythoff's Nim as a queen's game")

local SIZE = 100
local queen = bouton.game {  -- x squares from the left edge, y from the lower one
  position = { "x", "y" },
  moves = function(x, y)
    for t = 1, x do move.west(x - t, y) end
    for t = 1, y do move.south(x, y - t) end
    for t = 1, math.min(x, y) do move.southwest(x - t, y - t) end
  end,
}
local board = queen:table({ SIZE, SIZE }, "outcome")
local values = queen:table { 60, 60 }
local wythoff = bouton.game("wythoff")

local wrong
for x = 0, 60 do
  for y = 0, 60 do
    if not wrong and values[x][y] ~= wythoff:grundy(x, y) then wrong = ("(%d,%d)"):format(x, y) end
  end
end
claims.all("the queen's game is Wythoff's Nim, Grundy value for Grundy value", "x, y <= 60", wrong)

local pairs_of_board = {}
for x = 0, SIZE do
  for y = x, SIZE do
    if board[x][y] == "P" then pairs_of_board[#pairs_of_board + 1] = ("(%d,%d)"):format(x, y) end
  end
end
claims.check("the safe squares begin (0,0), (1,2), (3,5), (4,7), (6,10), (8,13)", table.concat(pairs_of_board, " ", 1, 6),
             table.concat(pairs_of_board, " ", 1, 6) == "(0,0) (1,2) (3,5) (4,7) (6,10) (8,13)")

wrong = nil
for x = 0, SIZE do
  for y = x, SIZE do
    local d = y - x
    if (board[x][y] == "P") ~= (x == bouton.wythoff.a(d)) then wrong = wrong or ("(%d,%d)"):format(x, y) end
  end
end
claims.all("the safe squares are (a_n, b_n) and their mirror images", "x, y <= 100", wrong)

local starts = {}
for k = 0, 7 do
  if board[k][7] == "P" then starts[#starts + 1] = ("(%d,7)"):format(k) end
  if k < 7 and board[7][k] == "P" then starts[#starts + 1] = ("(7,%d)"):format(k) end
end
claims.check("chess board, queen in the top row or the right column: who starts loses at", table.concat(starts, " "), #starts == 2)

-- How many moves win.
local most, three = 0, nil
for sum = 0, 120 do
  for x = math.max(0, sum - 60), math.min(sum, 60) do
    local y = sum - x
    local count = #wythoff:winning_moves(x, y)
    most = math.max(most, count)
    if count == 3 and not three then three = ("(%d,%d)"):format(x, y) end
  end
end
local to = {}
for _, move in ipairs(wythoff:winning_moves(5, 7)) do to[#to + 1] = ("(%d,%d)"):format(move.to[1][1], move.to[1][2]) end
claims.check("a winning player never has more than two choices", ("three at %s; at (5,7): %s"):format(three, table.concat(to, " ")), most <= 2)
claims.check("corrected: there are never more than three choices", ("at most %d for x, y <= 60"):format(most), most == 3)

claims.close()
