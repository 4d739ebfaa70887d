local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")

local neighbours = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }

return game {
  name      = "clobber",
  title     = "Impartial Clobber",
  source    = "after M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber (2005)",
  text      = [[Move any stone to a square beside it that has a stone of the other colour, which is taken. Who cannot
loses.]],
  position  = board(rows, columns, ".xo"),
  example   = "xox/oxo/xox",
  symmetric = "board",
  moves = function(b)
    for r, c in b:cells() do
      local stone = b:at(r, c)
      if stone ~= 0 then
        for _, d in ipairs(neighbours) do
          if b:at(r + d[1], c + d[2]) == 3 - stone then move(b:with(r, c, 0, r + d[1], c + d[2], stone)) end
        end
      end
    end
  end,
  known = {
    -- Stones of one colour, and stones with squares between them, are left alone; two that touch are worth one move.
    grundy = { { "xx./xx./..o", 0 }, { "xo./.../...", 1 }, { "xo./.../.xo", 0 }, { "xox/.../...", 1 } },
  },
}
