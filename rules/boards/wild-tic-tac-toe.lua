local directions = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }

local function has_line(b)
  for r, c in b:cells() do
    local mark = b:at(r, c)
    for _, d in ipairs(directions) do
      local y, x = d[1], d[2]
      if mark ~= 0 and b:at(r + y, c + x) == mark and b:at(r + 2 * y, c + 2 * x) == mark then return true end
    end
  end
  return false
end

return game {
  name      = "wild-tic-tac-toe",
  title     = "Wild tic-tac-toe",
  source    = "Traditional",
  text      = "Each in turn puts a cross or a nought, as they like, on a free square. Whoever completes three of the "
           .. "same in a line wins; a full board without a line is a draw.",
  position  = board(3, 3, ".XO"),
  example   = ".../.../...",
  symmetric = "board",
  play = function(b) return has_line(b) and "normal" or "draw" end,
  moves = function(b)
    if has_line(b) then return end
    for r, c in b:cells() do
      if b:at(r, c) == 0 then
        move(b:with(r, c, 1))
        move(b:with(r, c, 2))
      end
    end
  end,
  -- Who begins puts a mark in the middle, and answers each mark on the opposite square until there is a line to
  -- complete.
  known = {
    outcome = { { ".../.../...", "N" }, { ".../.X./...", "P" }, { "XXX/.../...", "P" }, { "XX./.../...", "N" } },
  },
}
