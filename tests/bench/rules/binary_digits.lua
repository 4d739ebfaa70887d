return game {
  name = "binary-digits",
  position = { "n" },
  moves = function(n)
    local bit = 1
    while bit <= n do
      if n & bit ~= 0 then move(n ~ bit) end
      bit = bit << 1
    end
  end,
}
