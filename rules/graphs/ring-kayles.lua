local pins = param("pins", 9, "pins in the ring, at least 3")

return game {
  name      = "ring-kayles",
  title     = "Kayles in a ring",
  source    = "H. E. Dudeney, The Canterbury Puzzles (1907); in a ring: folklore",
  text      = "Pins stand in a ring. Knock down one of them, or two that stand side by side. Who finds none loses.",
  position  = graph("cycle " .. pins, { states = "|." }),
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      if g:at(v) == 0 then
        move.one(g:with(v, 1))
        for w in g:neighbours(v) do
          if v < w and g:at(w) == 0 then move.two(g:with(v, 1, w, 1)) end
        end
      end
    end
  end,
  -- A row of n >= 1 pins is won, so that the ring is lost: each first move leaves a row.
  known = {
    grundy = { { "|||||||||", 0 }, { ".||||||||", 1 }, { "..|||||||", 2 }, { ".|.|.|...", 1 }, { "...||.||.", 0 } },
    outcome = { { "||||||||||", "P" }, { "|||||||||||", "P" } },
  },
}
