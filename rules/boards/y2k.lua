local squares = param("squares", "any", "squares of the strip; any: those that the position has")

local function has_sos(b)
  for r, c in b:cells() do
    if b:at(r, c) == 1 and b:at(r, c + 1) == 2 and b:at(r, c + 2) == 1 then return true end
  end
  return false
end

return game {
  name      = "y2k",
  title     = "The Y2K game (SOS on a strip)",
  source    = "USA Mathematical Olympiad 1999, problem 5; T. S. Ferguson, Game Theory, part I, section 1.5",
  text      = "Write S or O on a free square of the strip. Whoever makes SOS in three squares side by side wins; "
           .. "where nobody does it is a draw.",
  position  = board(1, squares, ".SO"),
  example   = ".......",
  symmetric = "board",
  play = function(b) return has_sos(b) and "normal" or "draw" end,
  moves = function(b)
    if has_sos(b) then return end
    for r, c in b:cells() do
      if b:at(r, c) == 0 then
        move(b:with(r, c, 1))
        move(b:with(r, c, 2))
      end
    end
  end,
  -- Nobody wants to write between two S with two free squares between them.
  known = {
    outcome = {
      { ".......", "N" }, { "S..S", "P" }, { "S...", "N" }, { "....", "draw" }, { "SOS", "P" }, { "SOO", "draw" },
    },
  },
}
