return variant("turning", {
  name    = "sym",
  title   = "Sym",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text    = "Coins in a row, at places 1, 2, 3, ... Turn any number of them that look the same from both ends; the "
         .. "rightmost of them must go from heads to tails. Whoever cannot move loses. A row is the sum of its heads.",
  params  = { coins = {}, apart = "mirrored" },
  example = { 9 },
  known   = {
    grundy = {
      { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 4 }, { 4, 3 }, { 5, 6 }, { 6, 7 }, { 7, 8 }, { 8, 16 }, { 9, 18 }, { 10, 25 },
      { 11, 32 }, { 12, 11 }, { 13, 64 }, { 14, 31 }, { 15, 128 },
    },
  },
})
