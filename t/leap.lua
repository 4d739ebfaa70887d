local p = param("p", 2, "from one")
local q = param("q", 3, "from the other")
return game {
  name = "leap",
  position = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move(S - t, L) end
    for t = 1, L do move(S, L - t) end
    for t = 1, math.min(S, L) do move(S - t, L - t) end
    if S >= p and L >= q then move(S - p, L - q) end
    if S >= q and L >= p then move(S - q, L - p) end
  end,
}
