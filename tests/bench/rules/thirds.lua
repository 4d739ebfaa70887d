return game {
  name = "thirds",
  position = { "n" },
  moves = function(n)
    for k = 2, 9 do
      if n // k < n then move(n // k) end
    end
    if n > 0 then move(n - 1) end
  end,
}
