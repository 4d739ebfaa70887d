local LIMIT = { 2, 5, 3, 7 }

return game {
  name = "table-of-limits",
  position = { "a", "b" },
  moves = function(a, b)
    local most = LIMIT[a % 4 + 1]
    for t = 1, math.min(a, most) do move(a - t, b) end
    most = LIMIT[b % 4 + 1]
    for t = 1, math.min(b, most) do move(a, b - t) end
  end,
}
