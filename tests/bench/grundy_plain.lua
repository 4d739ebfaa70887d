-- Grundy's game without its code: what the lifter and the recogniser make of a plain loop.
return game {
  name     = "grundy_plain",
  position = { "n" },
  moves = function(n)
    for a = 1, (n - 1) // 2 do split(a, n - a) end
  end,
}
