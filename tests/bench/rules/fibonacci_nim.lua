return game {
  name = "fibonacci-nim",
  position = { "n", "q" },
  moves = function(n, q)
    local t = 1
    while t <= n and t <= q do
      move(n - t, math.min(2 * t, 300))
      t = t + 1
    end
  end,
}
