local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")
local kind    = param("kind", "straight", "which trominoes there are: straight, bent or both")

local straight, bent = kind ~= "bent", kind ~= "straight"

return game {
  name      = "trominoes",
  title     = "Placing trominoes",
  source    = "after S. W. Golomb, Polyominoes (1965), and M. Gardner's Cram (1974)",
  text      = [[Place a tromino on three free squares of the board: three in a line, or three of a block of four. Who
cannot loses.]],
  position  = board(rows, columns, ".X"),
  example   = "..../..../....",
  symmetric = "board",
  moves = function(b)
    for r, c in b:cells() do
      if straight then
        if b:at(r, c) == 0 and b:at(r, c + 1) == 0 and b:at(r, c + 2) == 0 then
          move.across(b:with(r, c, 1, r, c + 1, 1, r, c + 2, 1))
        end
        if b:at(r, c) == 0 and b:at(r + 1, c) == 0 and b:at(r + 2, c) == 0 then
          move.down(b:with(r, c, 1, r + 1, c, 1, r + 2, c, 1))
        end
      end
      if bent then
        -- Of the block whose first square is this one, all but one.
        for left_out = 0, 3 do
          local free, after = true, b
          for k = 0, 3 do
            local y, x = r + k // 2, c + k % 2
            if k ~= left_out then
              free = free and b:at(y, x) == 0
              if free then after = after:with(y, x, 1) end
            end
          end
          if free then move.bent(after) end
        end
      end
    end
  end,
  known = {
    -- A row of n squares is Treblecross, the octal game 0.007.
    grundy = { { "...X/XXXX/XXXX", 1 }, { "..../XXXX/XXXX", 1 }, { "..X./XXXX/XXXX", 0 }, { ".X../.XXX/.XXX", 1 } },
  },
}
