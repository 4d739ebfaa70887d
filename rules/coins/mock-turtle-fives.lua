return variant("turning", {
  name   = "mock-turtle-fives",
  title  = "Mock Turtle Fives",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Of five neighbours, turn up to three; the rightmost must go "
        .. "from heads to tails. Whoever cannot move loses. A row is the sum of its heads. The values have period 5: "
        .. "1, 2, 4, 7, 8.",
  params = { coins = { 1, 2, 3 }, within = 5 },
  example = { { 3 }, { 5 } },
  known  = {
    grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 4 }, { 4, 7 }, { 5, 8 }, { 6, 1 }, { 9, 7 }, { 10, 8 }, { 50, 8 } },
  },
  claims = {
    { "the values are 1, 2, 4, 7, 8 again and again", box = { { 1, 100 } },
      check = function(n) return grundy(n) == grundy((n - 1) % 5 + 1) end },
  },
})
