return game {
  name = "same-parity",
  position = { "a", "b" },
  moves = function(a, b)
    for s = 1, a do
      if s % 2 == b % 2 then move(a - s, b) end
    end
    for s = 1, b do
      if s % 2 == a % 2 then move(a, b - s) end
    end
  end,
}
