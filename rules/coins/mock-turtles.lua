return variant("turning", {
  name   = "mock-turtles",
  title  = "Mock Turtles",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn up to three, anywhere; the rightmost must go from heads "
        .. "to tails. Whoever cannot move loses. A row is the sum of its heads. The value of a coin is the odious one, "
        .. "with an odd number of binary ones, of 2n - 2 and 2n - 1.",
  params = { coins = { 1, 2, 3 } },
  known  = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 4 }, { 4, 7 }, { 5, 8 }, { 6, 11 }, { 7, 13 }, { 8, 14 } } },
})
