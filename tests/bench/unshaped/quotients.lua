return game { name = "quotients", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do if (a >> (t & 3)) & 1 == 1 then move(a - t, b // t) end end
    for t = 1, b do if t & 5 ~= 0 then move(a, b - t) end end
  end }
