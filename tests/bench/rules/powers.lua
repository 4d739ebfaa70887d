return game {
  name = "powers",
  position = { "a", "b" },
  moves = function(a, b)
    local p = 1
    while p <= a do
      move(a - p, b)
      p = p * 2
    end
    p = 1
    while p <= b do
      move(a, b - p)
      p = p * 3
    end
  end,
}
