return variant("turning", {
  name   = "moebius",
  title  = "Moebius",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn up to five, anywhere; the rightmost of them must go from heads "
        .. "to tails. Whoever cannot move loses. A row is the sum of its heads.",
  params = { coins = { 1, 2, 3, 4, 5 } },
  known  = { grundy = { { 5, 16 }, { 6, 31 }, { 7, 32 }, { 9, 103 }, { 11, 171 }, { 16, 439 }, { 18, 494 } } },
})
