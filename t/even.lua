return game {
  name = "even-diagonal",
  position = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move(S - t, L) end
    for t = 1, L do move(S, L - t) end
    for t = 2, math.min(S, L), 2 do move(S - t, L - t) end
  end,
}
