return game {
  name      = "maharaja-nim",
  title     = "Maharaja Nim",
  source    = "U. Larsson, J. Wästlund (2014), Maharaja Nim: Wythoff's queen meets the knight, Integers 14, G5",
  text      = "Two heaps. Take any number from one heap, the same number from both, or one from one and two from the "
           .. "other: the moves of a queen and of a knight towards the corner. Whoever cannot move loses.",
  position  = { "S", "L" },
  symmetric = true,
  moves = function(S, L)
    for t = 1, S do move.horizontal(S - t, L) end
    for t = 1, L do move.vertical(S, L - t) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
    if S >= 1 and L >= 2 then move.knight(S - 1, L - 2) end
    if S >= 2 and L >= 1 then move.knight(S - 2, L - 1) end
  end,
  example = { 12, 17 },
  known   = {
    outcome = {
      { {0, 0}, "P" }, { {1, 2}, "N" }, { {1, 3}, "P" }, { {2, 6}, "P" }, { {4, 5}, "P" }, { {7, 10}, "P" },
      { {8, 13}, "P" }, { {12, 18}, "P" }, { {24, 40}, "P" },
    },
  },
}
