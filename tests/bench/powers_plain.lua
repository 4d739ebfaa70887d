-- A power of two is taken.
return game {
  name     = "powers_plain",
  position = { "n" },
  moves = function(n)
    for t = 1, n do
      if t & (t - 1) == 0 then move(n - t) end
    end
  end,
}
