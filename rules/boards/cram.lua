local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")

return game {
  name      = "cram",
  title     = "Cram",
  source    = "M. Gardner, Mathematical Games (1974); values: J. Lemoine, S. Viennot, Nimbers are inevitable (2012)",
  text      = "Place a domino on two free squares that share a side, across or down. Who cannot place one loses.",
  position  = board(rows, columns, ".X"),
  example   = "..../..../....",
  symmetric = "board",
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 0 then
        if b:at(r, c + 1) == 0 then move.across(b:with(r, c, 1, r, c + 1, 1)) end
        if b:at(r + 1, c) == 0 then move.down(b:with(r, c, 1, r + 1, c, 1)) end
      end
    end
  end,
  known = {
    -- One row of n squares is a heap of Dawson's Kayles; 2 x even is 0 and 2 x odd is 1; walls make smaller boards.
    grundy = {
      { "..../..../....", 1 }, { "...X/...X/...X", 0 }, { "..../..../XXXX", 0 }, { "...X/...X/XXXX", 1 },
      { "..../XXXX/XXXX", 2 }, { "...X/XXXX/XXXX", 1 }, { ".XXX/XXXX/XXXX", 0 },
      { "...../...../...../.....", 2 }, { "...../...../...../...../.....", 0 },
    },
  },
}
