return variant("turning", {
  name   = "twins",
  title  = "Twins",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn exactly two, anywhere; the right one must go from heads to "
        .. "tails. Whoever cannot move loses. A row is the sum of its heads, each a heap of nim: at place n of n - 1.",
  params = { coins = { 2 } },
  example = { { 3 }, { 5 }, { 8 } },
  known  = { grundy = { { 0, 0 }, { 1, 0 }, { 2, 1 }, { 3, 2 }, { 6, 5 }, { 10, 9 }, { 25, 24 } } },
  claims = {
    { "the coin at place n is a heap of n - 1", source = "Winning Ways, ch. 14", box = { { 1, 60 } },
      check = function(n) return grundy(n) == n - 1 end },
  },
})
