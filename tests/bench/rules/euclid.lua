return game {
  name = "euclid",
  position = { "a", "b" },
  moves = function(a, b)
    if a > b then a, b = b, a end
    local t = a
    while t <= b and t > 0 do
      move(a, b - t)
      t = t + a
    end
  end,
}
