return game {
  name = "triangles",
  position = { "a", "b" },
  moves = function(a, b)
    local t, s = 1, 2
    while t <= a or t <= b do
      if t <= a then move(a - t, b) end
      if t <= b then move(a, b - t) end
      t, s = t + s, s + 1
    end
  end,
}
