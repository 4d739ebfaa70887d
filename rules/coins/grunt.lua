return game {
  name     = "grunt",
  title    = "Grunt",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text     = "Coins in a row, at places 0, 1, 2, ... Turn four that look the same from both ends, the leftmost coin "
          .. "of the row among them: 0, k, n - k and n; the one at n must go from heads to tails. Whoever cannot "
          .. "move loses. A row is the sum of its heads: n is a row with heads at place n only. It is Grundy's game.",
  companions = function(n)
    for k = 1, (n - 1) // 2 do turn(0, k, n - k) end
  end,
  example = { 13 },
  known   = { grundy = { { 0, 0 }, { 2, 0 }, { 3, 1 }, { 5, 2 }, { 8, 2 }, { 13, 3 }, { 18, 4 }, { 100, 2 } } },
}
