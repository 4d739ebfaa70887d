return game { name = "coprime", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      local free = true
      for d = 2, 7 do if t % d == 0 and a % d == 0 then free = false end end
      if free then move(a - t, b) end
    end
    for t = 1, b do
      local free = true
      for d = 2, 7 do if t % d == 0 and (a + b) % d == 0 then free = false end end
      if free then move(a, b - t) end
    end
  end }
