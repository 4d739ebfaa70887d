return game {
  name = "divisors",
  position = { "a", "b" },
  moves = function(a, b)
    for d = 1, a - 1 do
      if a % d == 0 then move(a - d, b) end
    end
    for d = 1, b - 1 do
      if b % d == 0 then move(a, b - d) end
    end
  end,
}
