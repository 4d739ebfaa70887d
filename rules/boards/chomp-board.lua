local rows    = param("rows", "any", "rows of the bar; any: those that the position has")
local columns = param("columns", "any", "columns of the bar, likewise")

return game {
  name      = "chomp-board",
  title     = "Chomp on a board",
  source    = "D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974) 876-879",
  text      = [[A bar of chocolate. Bite at a square: it and all that is left below it and to its right is eaten. The
square at the top left is poisoned and is never bitten; whoever finds nothing else to bite loses.]],
  position  = board(rows, columns, ".X"),
  example   = "..../..../....",
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 0 and r + c > 2 then
        local rest = b
        for below = r, b.rows do
          for right = c, b.columns do rest = rest:with(below, right, 1) end
        end
        move(rest)
      end
    end
  end,
  -- A row is a heap of its squares but the poisoned one, a row and a column are two heaps. Of two rows those are
  -- lost whose first is one longer (Gale); whoever begins wins every bar but a single square.
  known = {
    grundy = {
      { "....", 3 }, { "..../.XXX/.XXX", 1 }, { ".../.XX/.XX", 0 }, { ".", 0 },
    },
    outcome = {
      { "..../...X", "P" }, { "../.X", "P" }, { "..../....", "N" }, { "..../..XX", "N" },
      { "..../..../....", "N" },
    },
  },
}
