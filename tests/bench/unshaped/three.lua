return game { name = "three", position = { "a", "b", "c" },
  moves = function(a, b, c)
    for t = 1, a do if (t * t + b) % 7 <= c % 5 then move(a - t, b, c) end end
    for t = 1, math.min(b, c) do if t & a == 0 then move(a, b - t, c - t) end end
  end }
