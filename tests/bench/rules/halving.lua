return game {
  name = "halving",
  position = { "a", "b" },
  moves = function(a, b)
    if a > 0 then move(a // 2, b) end
    if b > 0 then move(a, b // 2) end
    if a > 0 then move(a - 1, b) end
    if b > 0 then move(a, b - 1) end
  end,
}
