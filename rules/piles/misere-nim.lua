return game {
  name      = "misere-nim",
  title     = "Misère Nim",
  source    = "C. L. Bouton (1901), Nim, a game with a complete mathematical theory, Annals of Mathematics 3:35-39",
  text      = "Heaps. Take any number from one heap; whoever takes the last one loses.",
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
  claims = {
    { "the principle is that of normal play: lost is what has nim-sum 0", source = "Nim to win, 1", box = { 7, 7, 7 },
      fails = { 0, 0, 0 }, check = function(a) return (outcome(a) == "P") == (a[1] ~ a[2] ~ a[3] == 0) end },
    { "it is, where a heap has more than one", source = "Nim to win, 1, corrected", box = { 7, 7, 7 },
      check = function(a)
        return math.max(a[1], a[2], a[3]) < 2 or (outcome(a) == "P") == (a[1] ~ a[2] ~ a[3] == 0)
      end },
    { "whoever leaves the same number n >= 2 in two rows wins", source = "Nim to win, 2",
      box = { { 2, 20 }, { 2, 20 } }, check = function(a) return a[1] ~= a[2] or outcome(a) == "P" end },
  },
}
