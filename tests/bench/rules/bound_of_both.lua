return game {
  name = "bound-of-both",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      if t <= 2 * b + 1 then move(a - t, b) end
    end
    for t = 1, b do
      if t <= 2 * a + 1 then move(a, b - t) end
    end
  end,
}
