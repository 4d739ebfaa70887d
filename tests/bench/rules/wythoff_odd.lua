return game {
  name = "wythoff-odd",
  position = { "a", "b" },
  moves = function(a, b)
    local t = 1
    while t <= a do
      move(a - t, b)
      t = t + 2
    end
    t = 1
    while t <= b do
      move(a, b - t)
      t = t + 2
    end
    t = 1
    while t <= a and t <= b do
      move(a - t, b - t)
      t = t + 1
    end
  end,
}
