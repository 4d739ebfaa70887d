return game {
  name      = "yama-nim",
  title     = "Yama Nim",
  source    = "H. Inoue, S. Kimura, H. Manabe, K. Suetsugu, T. Yamashita, K. Yoshiwatari (2025), Digraph Yama Nim, "
           .. "arXiv:2510.03088",
  text      = "Two heaps. Take at least two from one heap and add one to the other; whoever cannot move loses. Lost "
           .. "are heaps that differ by 1 at most.",
  position  = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    for t = 2, a do move.a(a - t, b + 1) end
    for t = 2, b do move.b(a + 1, b - t) end
  end,
  example = { 4, 7 },
  known = {
    grundy  = { { {0, 2}, 1 }, { {4, 7}, 5 }, { {3, 9}, 4 }, { {8, 9}, 0 } },
    outcome = { { {0, 1}, "P" }, { {1, 1}, "P" }, { {0, 2}, "N" }, { {4, 5}, "P" }, { {4, 7}, "N" }, { {9, 9}, "P" } },
  },
  claims = {
    { "heaps that differ by 1 at most are lost, all others have the value of the smaller heap and one more",
      box = { 40, 40 },
      check = function(a, b)
        return grundy(a, b) == (math.abs(a - b) <= 1 and 0 or math.min(a, b) + 1)
      end },
  },
}
