return game {
  name      = "wythoff",
  title     = "Wythoff's Nim",
  source    = "W. A. Wythoff (1907), A modification of the game of Nim, Nieuw Archief voor Wiskunde 7:199-202",
  text      = "Two heaps. Take any number from one heap, or the same number from both; "
           .. "who takes the last one wins.",
  position  = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move.horizontal(S - t, L) end
    for t = 1, L do move.vertical(S, L - t) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
  end,
  closed_form = "wythoff",
  example = { 29, 51 },
  known = {
    grundy = {
      { {0, 7}, 7 }, { {1, 1}, 2 }, { {1, 2}, 0 }, { {2, 2}, 1 }, { {3, 3}, 6 }, { {3, 5}, 0 }, { {7, 9}, 14 },
      { {60, 60}, 87 },
    },
    outcome = { { {5, 7}, "N" }, { {4, 7}, "P" }, { {11, 18}, "P" }, { {19, 26}, "N" } },
    remoteness = { { {5, 5}, 1 }, { {1, 2}, 2 }, { {4, 7}, 6 }, { {29, 51}, 37 } },
  },
}
