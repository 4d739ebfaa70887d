-- Kayles without its code: what the lifter and the recogniser make of plain loops.
return game {
  name     = "kayles_plain",
  position = { "n" },
  moves = function(n)
    for k = 1, 2 do
      for a = 0, n - k do split(a, n - k - a) end
    end
  end,
}
