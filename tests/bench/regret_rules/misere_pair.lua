return game { name = "misere-pair", title = "Two bounded heaps, misère", play = "misere", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, math.min(a, 3) do move(a - t, b) end
    for t = 1, math.min(b, 4) do move(a, b - t) end
  end, example = { 12, 18 } }
