return game { name = "nested", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      for u = 0, math.min(t, b) do if (t ~ u) % 3 == 1 then move(a - t, b - u) end end
    end
  end }
