return game { name = "heap", position = { "a" },
  moves = function(a)
    for t = 1, a do if (a ~ t) % 5 < 2 and t % 3 ~= 0 then move(a - t) end end
  end }
