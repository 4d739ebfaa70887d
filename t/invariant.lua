local k = param("k", 2, "the game of the continued fraction 1; 1, k, 1, k, ...")
return game {
  name = "invariant",
  position = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move(S - t, L) end
    for t = 1, L do move(S, L - t) end
    for t = 1, math.min(S, L) do
      if t % 2 == 1 or t >= 2 * k then move(S - t, L - t) end
    end
    if S > 2 * k and L > 2 * k + 1 then move(S - 2 * k - 1, L - 2 * k - 2) end
    if S > 2 * k + 1 and L > 2 * k then move(S - 2 * k - 2, L - 2 * k - 1) end
  end,
}
