-- E. Duchene, M. Rigo (2010), Invariant games, for the continued fraction 1; 1, 2, 1, 2, ...
return game {
  name     = "invariant_plain",
  position = { "S", "L" },
  moves = function(S, L)
    for t = 1, S do move(S - t, L) end
    for t = 1, L do move(S, L - t) end
    for t = 1, math.min(S, L) do
      if t ~= 2 then move(S - t, L - t) end
    end
    if S >= 5 and L >= 6 then move(S - 5, L - 6) end
    if S >= 6 and L >= 5 then move(S - 6, L - 5) end
  end,
}
