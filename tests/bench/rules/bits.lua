return game {
  name = "bits",
  position = { "a", "b" },
  moves = function(a, b)
    local bit = 1
    while bit <= a do
      if a & bit ~= 0 then move(a ~ bit, b) end
      bit = bit << 1
    end
    if b > 0 then move(a, b & (b - 1)) end
  end,
}
