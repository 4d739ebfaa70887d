local holes = param("holes", "any", "holes of the strip; any: those that the position has")

return game {
  name      = "duotaire",
  title     = "Peg duotaire",
  source    = "C. Moore, D. Eppstein (2002), One-dimensional peg solitaire, and duotaire, More Games of No Chance",
  text      = "Pegs in a row of holes. Jump with a peg over the one beside it into a free hole, and take away the "
           .. "one that was jumped over; one jump is a move. Whoever cannot jump loses.",
  position  = board(1, holes, ".o"),
  example   = "oooo.ooo",
  symmetric = "board",
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 1 and b:at(r, c + 1) == 1 then
        if b:at(r, c + 2) == 0 then move.right(b:with(r, c, 0, r, c + 1, 0, r, c + 2, 1)) end
        if b:at(r, c - 1) == 0 then move.left(b:with(r, c, 0, r, c + 1, 0, r, c - 1, 1)) end
      end
    end
  end,
  known = {
    grundy = { { "oo......", 1 }, { "ooo.....", 1 }, { "oo.o....", 0 }, { "oo.oo...", 0 }, { ".oo.....", 1 } },
  },
}
