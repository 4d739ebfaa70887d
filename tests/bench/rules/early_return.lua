return game {
  name = "early-return",
  position = { "a", "b" },
  moves = function(a, b)
    if a == 0 and b == 0 then return end
    if (a + b) % 3 == 0 then
      if a > 0 then move(a - 1, b) end
      if b > 0 then move(a, b - 1) end
      return
    end
    for t = 1, math.min(a, 8) do move(a - t, b) end
    for t = 1, math.min(b, 8) do move(a, b - t) end
  end,
}
