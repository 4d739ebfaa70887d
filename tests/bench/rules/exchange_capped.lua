return game {
  name = "exchange-capped",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, math.min(a, 5) do
      move(b, a - t)
    end
  end,
}
