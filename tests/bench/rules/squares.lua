return game {
  name = "squares",
  position = { "a", "b" },
  moves = function(a, b)
    local t = 1
    while t * t <= a do
      move(a - t * t, b)
      t = t + 1
    end
    t = 1
    while t * t <= b do
      move(a, b - t * t)
      t = t + 1
    end
  end,
}
