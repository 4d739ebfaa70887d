return game {
  name     = "nim",
  title    = "Nim",
  source   = "C. L. Bouton (1901), Nim, a game with a complete mathematical theory, Annals of Mathematics 3:35-39",
  text     = "Heaps, each a game of its own. Take any number from one heap; whoever takes the last one wins.",
  position = { "n" },
  moves = function(n)
    for t = 1, n do move(n - t) end
  end,
  closed_form = "nim",
  example = { { 3 }, { 4 }, { 5 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 5, 5 }, { 100, 100 } } },
}
