return game {
  name      = "acrostic-twins",
  title     = "Acrostic Twins",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text      = "Coins on a board, in rows and columns 0, 1, 2, ... Turn two of one row or of one column; the one that "
           .. "is farther from the edge must go from heads to tails. Whoever cannot move loses. A board is the sum "
           .. "of its heads: x,y is a board with heads in row x and column y only. Its value is the nim-sum of x and "
           .. "y.",
  position  = { "x", "y" },
  symmetric = true,
  moves = function(x, y)
    for a = 0, x - 1 do move.column(a, y) end
    for b = 0, y - 1 do move.row(x, b) end
  end,
  example = { 5, 9 },
  known   = { grundy = { { {0, 7}, 7 }, { {3, 3}, 0 }, { {1, 3}, 2 }, { {3, 2}, 1 }, { {5, 9}, 12 }, { {9, 7}, 14 } } },
  claims  = {
    { "the value is the nim-sum of x and y", source = "Winning Ways, ch. 14", box = { 20, 20 },
      check = function(x, y) return grundy(x, y) == x ~ y end },
  },
}
