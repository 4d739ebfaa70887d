return game {
  name      = "toppling-dominoes",
  title     = "Impartial Toppling Dominoes",
  source    = "M. H. Albert, R. J. Nowakowski, D. Wolfe (2007), Lessons in Play; A. Fink, R. J. Nowakowski, "
           .. "A. N. Siegel, D. Wolfe (2015), Toppling Conjectures, Games of No Chance 4:65-76",
  text      = "Dominoes stand on end in rows. Topple one to the left or to the right: it falls, and so do all that "
           .. "stand on that side of it in the same row, up to the next gap. Whoever cannot move loses. (Here every "
           .. "domino may be toppled by both players: in the books those are the green ones.) A row without a gap is "
           .. "a heap of Nim.",
  position  = board("any", "any", ".|"),
  example   = "|||.||||.|||||",
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 1 then
        for step = -1, 1, 2 do
          local fallen, at = b, c
          while b:at(r, at) == 1 do
            fallen = fallen:with(r, at, 0)
            at = at + step
          end
          if step < 0 then move.left(fallen) else move.right(fallen) end
        end
      end
    end
  end,
  known = {
    grundy = {
      { "|", 1 }, { "||", 2 }, { "|||||||", 7 }, { "|.|", 0 }, { "||.|", 3 }, { "|.||.|||", 0 },
      { "|||.||||.|||||", 2 }, { "|||/|.|/|||", 0 },
    },
  },
}
