local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")

-- The places of a row are binary digits, the last one that of 1.
local function number_in(b, r)
  local number = 0
  for c = 1, b.columns do number = 2 * number + b:at(r, c) end
  return number
end

local function with_number(b, r, number)
  for c = b.columns, 1, -1 do
    b = b:with(r, c, number % 2)
    number = number // 2
  end
  return b
end

return game {
  name      = "plainim",
  title     = "Plainim",
  source    = "R. K. Guy (1989), Fair Game: How to Play Impartial Combinatorial Games, COMAP",
  text      = "Chips on a board, at most one on a square. In one row take a chip off, and change the squares to the "
           .. "right of it as you like, taking chips off or putting chips on; whoever cannot move loses. A row is a "
           .. "number in binary digits, and the game is Nim as plain as can be.",
  position  = board(rows, columns, ".O"),
  example   = "..OO/.O../.O.O",
  moves = function(b)
    for r = 1, b.rows do
      for number = number_in(b, r) - 1, 0, -1 do move(with_number(b, r, number)) end
    end
  end,
  known = {
    grundy = {
      { "....", 0 }, { "...O", 1 }, { "O...", 8 }, { "OOOO", 15 }, { "OO/OO", 0 }, { "OO/.O", 2 },
      { "..O/.O./O..", 7 }, { ".OO/O../OOO", 0 }, { "..OO/.O../.O.O", 2 },
    },
  },
}
