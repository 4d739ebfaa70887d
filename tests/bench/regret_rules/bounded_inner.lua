return game { name = "bounded-inner", title = "Knights that go on", position = { "x", "y" },
  moves = function(x, y)
    for d = 1, 3 do
      for t = 1, math.min(x // d, y) do move(x - d * t, y - t) end
    end
    for t = 1, y do move(x, y - t) end
  end, example = { 20, 30 } }
