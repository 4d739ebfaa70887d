return game { name = "divisors", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a - 1 do if a % t == 0 then move(a - t, b) end end
    for t = 1, b - 1 do if b % t == 0 then move(a, b - t) end end
  end }
