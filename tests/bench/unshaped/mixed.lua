return game { name = "mixed", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do if (t ~ a ~ b) % 3 ~= 0 and (7 * t + 3 * a + b) % 11 < 6 then move(a - t, b) end end
    for t = 1, b do if (t ~ b) % 3 ~= a % 3 then move(a, b - t) end end
  end }
