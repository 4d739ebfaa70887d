return variant("turning", {
  name   = "moidores",
  title  = "Moidores",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn up to nine, anywhere; the rightmost of them must go from "
        .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads. The first nine coins are worth "
        .. "1, 2, 4, ..., 256, since the parities of so few are free; the next one all of them but for the parity, "
        .. "511.",
  params = { coins = { 1, 2, 3, 4, 5, 6, 7, 8, 9 } },
  example = { 12 },
  known  = {
    grundy = { { 1, 1 }, { 2, 2 }, { 9, 256 }, { 10, 511 }, { 11, 512 }, { 14, 4096 }, { 15, 7711 }, { 16, 8192 } },
  },
})
