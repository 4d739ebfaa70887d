return variant("turning", {
  name   = "ruler-fives",
  title  = "Ruler Fives",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn up to five neighbours; the rightmost of them must go from "
        .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads. The values are those of Ruler, "
        .. "but none is above 4.",
  params = { coins = { 1, 2, 3, 4, 5 }, apart = "together" },
  example = { { 2 }, { 3 }, { 4 } },
  known  = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 1 }, { 4, 4 }, { 6, 2 }, { 8, 4 }, { 12, 4 }, { 16, 4 } } },
  claims = {
    { "the value is 4 where 4 divides n, 2 where only 2 does, else 1", box = { { 1, 200 } },
      check = function(n) return grundy(n) == (n % 4 == 0 and 4 or n % 2 == 0 and 2 or 1) end },
  },
})
