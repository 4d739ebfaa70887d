return variant("turning", {
  name   = "motley",
  title  = "Motley",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn any number of them, anywhere; the rightmost must go from heads "
        .. "to tails. Whoever cannot move loses. A row is the sum of its heads, which are worth 1, 2, 4, 8, ...: a row "
        .. "is a number in binary, and each move makes it smaller.",
  params = { coins = {} },
  example = { { 2 }, { 3 }, { 4 } },
  known  = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 4 }, { 6, 32 }, { 9, 256 } } },
  claims = {
    { "the coin at place n is worth 2^(n - 1)", source = "Winning Ways, ch. 14", box = { { 1, 11 } },
      check = function(n)
        local worth = 1
        for _ = 2, n do worth = 2 * worth end
        return grundy(n) == worth
      end },
  },
})
