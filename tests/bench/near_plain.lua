-- From both heaps numbers that differ by less than 2 (Fraenkel 1982).
return game {
  name     = "near_plain",
  position = { "S", "L" },
  moves = function(S, L)
    for s = 0, S do
      for t = 0, L do
        if s + t > 0 and (s == 0 or t == 0 or math.abs(s - t) < 2) then move(S - s, L - t) end
      end
    end
  end,
}
