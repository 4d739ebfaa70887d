local k = param("k", 1, "up to how many options the other player forbids before each move")

return game {
  name      = "blocking-wythoff",
  title     = "Blocking Wythoff Nim",
  source    = "U. Larsson (2011), Blocking Wythoff Nim, Electronic Journal of Combinatorics 18, #P120",
  text      = "Two heaps. Take any number from one heap, or the same number from both. Before each move the other "
           .. "player forbids up to k of the positions that it may lead to; whoever has none left to move to loses.",
  position  = { "S", "L" },
  symmetric = true,
  blocking  = k,
  moves = function(S, L)
    for t = 1, S do move.horizontal(S - t, L) end
    for t = 1, L do move.vertical(S, L - t) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
  end,
  example = { 10, 16 },
  opening = { 5, 7 },
  known = {
    outcome = {
      { {0, 0}, "P" }, { {0, 1}, "P" }, { {0, 2}, "N" }, { {1, 2}, "N" }, { {1, 3}, "P" }, { {2, 2}, "P" },
      { {2, 5}, "P" }, { {3, 5}, "N" }, { {4, 6}, "P" }, { {10, 16}, "P" },
      { {14, 22}, "P" }, { {18, 28}, "P" }, { {16, 24}, "N" },
    },
    remoteness = { { {0, 1}, 0 }, { {1, 1}, 1 }, { {1, 3}, 2 }, { {5, 7}, 5 }, { {10, 16}, 16 } },
  },
}
