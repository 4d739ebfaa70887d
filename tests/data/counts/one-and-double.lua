-- Two piles; take any number from one, from both, or from one and twice as many from the other.
return game { position = { "n", "m" },
  moves = function(n, m)
    for t = 1, n do move(n - t, m) end
    for t = 1, m do move(n, m - t) end
    for t = 1, math.min(n, m) do move(n - t, m - t) end
    for t = 1, math.min(n, m // 2) do move(n - t, m - 2 * t) end
    for t = 1, math.min(n // 2, m) do move(n - 2 * t, m - t) end
  end }
