return game {
  name = "break-at",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      if t * t > a + b then break end
      move(a - t, b)
    end
    for t = 1, b do
      if t * t > a + b then break end
      move(a, b - t)
    end
  end,
}
