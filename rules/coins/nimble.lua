return game {
  name        = "nimble",
  title       = "Nimble",
  source      = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 2",
  text        = "Coins on a strip of squares 0, 1, 2, ..., any number of them on each. Move one coin to the left, "
             .. "onto or past others; whoever cannot move loses. Each coin is a heap of Nim.",
  position    = piles("a"),
  symmetric   = true,
  independent = true,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do move(a:with(i, a[i] - t)) end
    end
  end,
  example = { 2, 2, 5, 9 },
  known   = { grundy = { { {0}, 0 }, { {5}, 5 }, { {3, 3}, 0 }, { {1, 2, 3}, 0 }, { {2, 2, 5, 9}, 12 } } },
  claims  = {
    { "the value is the nim-sum of the squares", source = "Winning Ways, ch. 2", box = { 7, 7, 7 },
      check = function(a) return grundy(a) == a[1] ~ a[2] ~ a[3] end },
  },
}
