local STEPS = { { 1, 2 }, { 2, 1 }, { 0, 3 }, { 4, 0 } }

return game {
  name = "steps",
  position = { "a", "b" },
  moves = function(a, b)
    for _, s in ipairs(STEPS) do
      if a >= s[1] and b >= s[2] then move(a - s[1], b - s[2]) end
    end
  end,
}
