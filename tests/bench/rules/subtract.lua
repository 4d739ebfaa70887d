local SET = { 1, 2, 4, 7, 11, 13 }

return game {
  name = "subtract",
  position = { "a", "b" },
  moves = function(a, b)
    for _, s in ipairs(SET) do
      if s <= a then move(a - s, b) end
    end
    for _, s in ipairs(SET) do
      if s <= b then move(a, b - s) end
    end
  end,
}
