return game {
  name = "rectangle",
  position = { "a", "b" },
  moves = function(a, b)
    for s = 0, math.min(a, 3) do
      for t = 0, math.min(b, 3) do
        if s + t > 0 then move(a - s, b - t) end
      end
    end
  end,
}
