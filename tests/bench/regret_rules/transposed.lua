return game { name = "transposed", title = "Moves to (i, x - i)", position = { "x", "y" },
  moves = function(x, y)
    for i = 0, x - 1 do move(i, math.min(y, x - i - 1)) end
    for t = 1, y do move(x, y - t) end
  end, example = { 20, 30 } }
