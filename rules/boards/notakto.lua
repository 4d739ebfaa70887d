local rows    = param("rows", "any", "rows of the board; any: those that the position has")
local columns = param("columns", "any", "columns of the board, likewise")
local line    = param("line", 3, "how many crosses in a line lose")

local directions = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }

local function has_line(b)
  for r, c in b:cells() do
    for _, d in ipairs(directions) do
      local length = 0
      while length < line and b:at(r + length * d[1], c + length * d[2]) == 1 do length = length + 1 end
      if length == line then return true end
    end
  end
  return false
end

return game {
  name      = "notakto",
  title     = "Notakto",
  source    = "T. Plambeck, G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe (2013)",
  text      = "Both players put crosses on free squares. Who completes three in a line loses.",
  position  = board(rows, columns, ".X"),
  example   = ".../.../...",
  symmetric = "board",
  play      = "misere",
  moves = function(b)
    if has_line(b) then return end
    for r, c in b:cells() do
      if b:at(r, c) == 0 then move(b:with(r, c, 1)) end
    end
  end,
  -- The first player wins on one board of 3 x 3, by the square in the middle.
  known = {
    outcome = { { ".../.../...", "N" }, { ".../.X./...", "P" }, { "X../.../...", "N" }, { "XXX/.../...", "N" } },
  },
}
