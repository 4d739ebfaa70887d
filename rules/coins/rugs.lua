local ruler = variant("turning", { params = { coins = {}, apart = "together", within = 0 } })

return game {
  name      = "rugs",
  title     = "Rugs",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text      = "Coins on a board, in rows and columns 1, 2, 3, ... Turn all coins of a rectangle; the one farthest "
           .. "from the edges must go from heads to tails. Whoever cannot move loses. A board is the sum of its "
           .. "heads: x,y is a board with heads in row x and column y only, and one of tails where x or y is 0. Its "
           .. "value is the nim product of two values of Ruler, the greatest powers of two that divide x and y.",
  product   = { ruler, ruler },
  symmetric = true,
  example = { 4, 6 },
  known   = {
    grundy = {
      { {0, 5}, 0 }, { {1, 1}, 1 }, { {1, 8}, 8 }, { {2, 2}, 3 }, { {2, 4}, 8 }, { {3, 2}, 2 }, { {4, 4}, 6 },
      { {4, 6}, 8 }, { {6, 6}, 3 }, { {2, 8}, 12 }, { {4, 8}, 11 }, { {8, 8}, 13 },
    },
  },
}
