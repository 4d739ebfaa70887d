return game {
  name = "exchange",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do move(b, a - t) end
  end,
}
