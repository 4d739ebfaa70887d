return game {
  name = "sorted",
  position = { "a", "b" },
  moves = function(a, b)
    local low, high = math.min(a, b), math.max(a, b)
    for t = 1, low do move(low - t, high) end
    if high > low then move(low, high - (high - low + 1) // 2) end
  end,
}
