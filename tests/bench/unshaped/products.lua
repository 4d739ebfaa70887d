return game { name = "products", position = { "a", "b" }, play = "misere",
  moves = function(a, b)
    for t = 1, a do if t * b % 5 < 2 then move(a - t, b) end end
    for t = 1, b do if (t + a) % 3 ~= 0 then move(a, b - t) end end
  end }
