return game {
  name = "fibonacci",
  position = { "a", "b" },
  moves = function(a, b)
    local f, g = 1, 2
    repeat
      if f <= a then move(a - f, b) end
      if f <= b then move(a, b - f) end
      f, g = g, f + g
    until f > a and f > b
  end,
}
