local p = param("p", 1, "the smaller number of a pair that may be taken")
local q = param("q", 2, "the larger number of that pair")

assert(p >= 1 and q > p, "p must be at least 1 and q greater than p")

return game {
  name      = "diagonal-wythoff",
  title     = "Generalized diagonal Wythoff Nim",
  source    = "U. Larsson (2012), A generalized diagonal Wythoff Nim, Integers 12, G2",
  text      = "Two heaps. Take any number from one heap, the same number from both, or t times p from one and t "
           .. "times q from the other; whoever cannot move loses.",
  position  = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move.horizontal(S - t, L) end
    for t = 1, L do move.vertical(S, L - t) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
    for t = 1, math.min(S // p, L // q) do move.steep(S - p * t, L - q * t) end
    for t = 1, math.min(S // q, L // p) do move.flat(S - q * t, L - p * t) end
  end,
  example = { 12, 17 },
  known   = {
    outcome = {
      { {0, 0}, "P" }, { {1, 2}, "N" }, { {1, 3}, "P" }, { {2, 6}, "P" }, { {4, 5}, "P" }, { {7, 10}, "P" },
      { {8, 14}, "P" }, { {13, 18}, "P" }, { {11, 25}, "P" },
    },
  },
}
