return game {
  name     = "poker-nim",
  title    = "Poker Nim",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 3",
  text     = "Three heaps of chips, and chips of your own. Take any number from a heap, to keep, or put any number "
          .. "of your own on a heap; whoever cannot move loses. A position is what the player to move has before "
          .. "them: the heaps, their own chips, and the other player's. Who wins nim wins this too, by taking back "
          .. "whatever is put on a heap; the loser can only put off the end.",
  position = { "a", "b", "c", "mine", "theirs" },
  symmetric = { "a", "b", "c" },
  moves = function(a, b, c, mine, theirs)
    for t = 1, a do move.take(a - t, b, c, theirs, mine + t) end
    for t = 1, b do move.take(a, b - t, c, theirs, mine + t) end
    for t = 1, c do move.take(a, b, c - t, theirs, mine + t) end
    for t = 1, mine do
      move.put(a + t, b, c, theirs, mine - t)
      move.put(a, b + t, c, theirs, mine - t)
      move.put(a, b, c + t, theirs, mine - t)
    end
  end,
  example = { 1, 2, 4, 0, 0 },
  known = {
    outcome = {
      { {0, 0, 0, 0, 0}, "P" }, { {0, 0, 0, 2, 0}, "P" }, { {1, 1, 0, 0, 0}, "P" }, { {1, 2, 3, 0, 0}, "P" },
      { {1, 2, 4, 0, 0}, "N" }, { {1, 2, 2, 0, 1}, "N" },
    },
  },
  claims = {
    { "who wins nim wins with any chips", source = "Winning Ways, ch. 3", box = { 3, 3, 3, 2, 2 },
      check = function(a, b, c, mine, theirs) return (outcome(a, b, c, mine, theirs) == "P") == (a ~ b ~ c == 0) end },
  },
}
