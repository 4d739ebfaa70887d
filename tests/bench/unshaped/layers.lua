return game { name = "layers", position = { "a", "b", "c" },
  moves = function(a, b, c)
    for t = 1, a do if t % 4 ~= 2 then move(a - t, b // 2, c) end end
    for t = 1, b do if (t ~ c) & 3 ~= 0 then move(a, b - t, c) end end
    for t = 1, c do if t * t <= a + b then move(a, b, c - t) end end
  end }
