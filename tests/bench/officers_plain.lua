-- Officers, 0.6, without its code: one is taken, and the rest may be left in one heap or in two.
return game {
  name     = "officers_plain",
  position = { "n" },
  moves = function(n)
    if n >= 2 then move(n - 1) end
    for a = 1, n - 2 do split(a, n - 1 - a) end
  end,
}
