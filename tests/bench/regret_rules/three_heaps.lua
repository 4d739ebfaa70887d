return game { name = "three-heaps", title = "One from three, or any from one", position = { "a", "b", "c" },
  moves = function(a, b, c)
    for t = 1, a do move(a - t, b, c) end
    for t = 1, b do move(a, b - t, c) end
    for t = 1, c do move(a, b, c - t) end
    if a > 0 and b > 0 and c > 0 then move(a - 1, b - 1, c - 1) end
  end, example = { 5, 7, 9 } }
