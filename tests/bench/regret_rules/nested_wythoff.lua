return game { name = "nested-wythoff", title = "Wythoff's Nim by two loops", position = { "x", "y" },
  moves = function(x, y)
    for t = 1, x do move(x - t, y) end
    for t = 1, y do move(x, y - t) end
    for t = 1, x do
      for s = math.max(1, t), math.min(y, t) do move(x - t, y - s) end
    end
  end, example = { 20, 30 } }
