local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board; any: those that the position has")

return game {
  name      = "tac-tix",
  title     = "Tac Tix",
  source    = "Piet Hein; M. Gardner (1958), Mathematical Games, Scientific American, February",
  text      = "Counters on a board. Take any number of counters that lie side by side in one row or one column, "
           .. "without a gap; whoever takes the last one loses. (Under normal play the second player copies every "
           .. "move through the centre of a board of even size.)",
  position  = board(rows, columns, "O."),
  example   = "OOO/OOO/OOO",
  symmetric = "board",
  play      = "misere",
  moves = function(b)
    for r, c in b:cells() do
      local left, right = b, 0
      while b:at(r, c + right) == 0 do
        left = left:with(r, c + right, 1)
        move(left)
        right = right + 1
      end
      if b:at(r, c) == 0 then
        left = b:with(r, c, 1)
        local down = 1
        while b:at(r + down, c) == 0 do
          left = left:with(r + down, c, 1)
          move(left)
          down = down + 1
        end
      end
    end
  end,
  -- On three by three the first player wins by taking the centre, a corner, or the middle row or column;
  -- four by four is lost.
  known = {
    outcome = {
      { "O", "P" }, { "OO", "N" }, { "O./.O", "N" }, { "OOO/OOO/OOO", "N" }, { "OOO/O.O/OOO", "P" },
      { ".OO/OOO/OOO", "P" }, { "OOO/.../OOO", "P" }, { "O.O/OOO/OOO", "N" }, { "OOOO/OOOO/OOOO/OOOO", "P" },
    },
  },
}
