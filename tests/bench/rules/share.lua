return game {
  name = "share",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, math.min(a, 12) do
      move(a - t, b // t)
    end
    for t = 1, math.min(b, 12) do
      move(a // t, b - t)
    end
  end,
}
