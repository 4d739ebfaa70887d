return game {
  name = "goto-next",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      if t % 3 == 0 then goto next end
      move(a - t, b)
      ::next::
    end
    if b > 0 then move(a, b - 1) end
  end,
}
