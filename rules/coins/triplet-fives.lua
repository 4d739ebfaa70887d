return variant("turning", {
  name   = "triplet-fives",
  title  = "Triplet Fives",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Of five neighbours, turn exactly three; the rightmost must go "
        .. "from heads to tails. Whoever cannot move loses. A row is the sum of its heads. The values have period 5: "
        .. "0, 0, 1, 2, 4.",
  params = { coins = { 3 }, within = 5 },
  example = { { 4 }, { 5 }, { 8 } },
  known  = {
    grundy = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 1 }, { 4, 2 }, { 5, 4 }, { 6, 0 }, { 9, 2 }, { 10, 4 }, { 50, 4 } },
  },
  claims = {
    { "the values are 0, 0, 1, 2, 4 again and again", box = { { 1, 100 } },
      check = function(n) return grundy(n) == grundy((n - 1) % 5 + 1) end },
  },
})
