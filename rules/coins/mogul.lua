return variant("turning", {
  name    = "mogul",
  title   = "Mogul",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text    = "Coins in a row, at places 1, 2, 3, ... Turn up to seven, anywhere; the rightmost of them must go from "
         .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads.",
  params  = { coins = { 1, 2, 3, 4, 5, 6, 7 } },
  example = { 8 },
  known   = { grundy = { { 1, 1 }, { 2, 2 }, { 3, 4 }, { 4, 8 }, { 6, 32 }, { 7, 64 }, { 8, 127 }, { 9, 128 } } },
})
