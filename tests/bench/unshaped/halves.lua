return game { name = "halves", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do if t & (a - t) == 0 and t % 3 ~= 0 and t // 2 <= b then move(a - t, b - t // 2) end end
  end }
