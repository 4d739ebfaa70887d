local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")

local directions = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, -1 }, { -1, 0 }, { -1, 1 } }

return game {
  name      = "amazons",
  title     = "Impartial Amazons",
  source    = "After W. Zamkauskas (1988), The Game of the Amazons",
  text      = "The amazons belong to nobody. Move one as a chess queen moves, over free squares only, and shoot from "
           .. "where she stands now, likewise; the arrow stays and blocks its square. Whoever cannot move loses.",
  position  = board(rows, columns, ".AX"),
  example   = "A.../....",
  symmetric = "board",
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 1 then
        local left = b:with(r, c, 0)
        for i = 1, 8 do
          local y, x = r + directions[i][1], c + directions[i][2]
          while left:at(y, x) == 0 do
            for k = 1, 8 do
              local v, u = y + directions[k][1], x + directions[k][2]
              while left:at(v, u) == 0 do
                move(left:with(y, x, 1, v, u, 2))
                v, u = v + directions[k][1], u + directions[k][2]
              end
            end
            y, x = y + directions[i][1], x + directions[i][2]
          end
        end
      end
    end
  end,
  known = {
    grundy = { { "AXX/XXX/XXX", 0 }, { "A.X/XXX/XXX", 1 }, { "A../XXX/XXX", 2 }, { ".A./XXX/XXX", 2 } },
  },
}
