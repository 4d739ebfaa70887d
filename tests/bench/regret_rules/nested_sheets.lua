-- Wythoff's Nim with any two heaps' takes that differ by less than two.
return game { name = "nested-sheets", title = "Near Wythoff", position = { "x", "y" },
  moves = function(x, y)
    for t = 1, x do move(x - t, y) end
    for t = 1, y do move(x, y - t) end
    for s = 1, x do
      for t = math.max(1, s - 1), math.min(y, s + 1) do move(x - s, y - t) end
    end
  end, example = { 20, 30 } }
