return variant("turning", {
  name   = "ruler",
  title  = "Ruler",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn any number of neighbours; the rightmost of them must go from "
        .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads. The value of a coin is the "
        .. "greatest power of two that divides n.",
  params = { coins = {}, apart = "together" },
  example = { { 4 }, { 6 }, { 7 } },
  known  = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 1 }, { 4, 4 }, { 12, 4 }, { 16, 16 }, { 24, 8 } } },
})
