return game {
  name     = "top-entails",
  title    = "Top Entails",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 12",
  text     = [[Split a stack of coins in two, or take the top coin off a stack; who does the latter entails the other
player to answer in the same stack. Who cannot move where a move is asked for loses.]],
  position = { "n" },
  moves = function(n)
    for a = 1, n // 2 do split(a, n - a) end
    if n > 0 then entail.top(n - 1) end
  end,
  example = { 10 },
  -- The last coin is never to be left, as whoever takes it leaves nothing to answer with. The loony stacks of 2403 and
  -- 2505 coins are those of J. West, New values for Top Entails, Games of No Chance (1996).
  known = {
    grundy = {
      { { 0 }, 0 }, { { 1 }, "loony" }, { { 2 }, 0 }, { { 3 }, "loony" }, { { 4 }, 1 }, { { 5 }, 0 }, { { 6 }, 2 },
      { { 2403 }, "loony" }, { { 2505 }, "loony" },
    },
  },
}
