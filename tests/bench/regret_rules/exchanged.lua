return game { name = "exchanged", title = "Coordinates change places", position = { "a", "b" },
  moves = function(a, b) for t = 1, b do move(b - t, a) end end, example = { 12, 18 } }
