return variant("turning", {
  name   = "turnips",
  title  = "Turnips",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn three at equal distances; the rightmost of them must go from "
        .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads.",
  params = { coins = { 3 }, apart = "equal" },
  known  = {
    grundy = {
      { 2, 0 }, { 3, 1 }, { 4, 0 }, { 5, 0 }, { 6, 1 }, { 7, 2 }, { 8, 2 }, { 9, 1 }, { 10, 0 }, { 18, 1 }, { 19, 4 },
      { 20, 4 },
    },
  },
})
