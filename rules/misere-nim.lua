return game {
  name      = "misere-nim",
  title     = "Misère Nim",
  source    = "C. L. Bouton (1901), Nim, a game with a complete mathematical theory, Annals of Mathematics 3:35-39",
  text      = "Heaps. Take any number from one heap; who takes the last one loses.",
  position  = piles("a"),
  symmetric = true,
  play      = "misere",
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do move(a:with(i, a[i] - t)) end
    end
  end,
  closed_form = "misere-nim",
  example = { 3, 4, 5 },
  known = {
    outcome = {
      { {0}, "N" }, { {1}, "P" }, { {1, 1}, "N" }, { {1, 1, 1}, "P" }, { {2, 2}, "P" }, { {1, 2, 3}, "P" },
      { {3, 4, 5}, "N" }, { {1, 4, 5}, "P" },
    },
  },
}
