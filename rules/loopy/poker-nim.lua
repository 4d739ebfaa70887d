return game {
  name     = "poker-nim",
  title    = "Poker Nim",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 3",
  text     = "Two heaps of chips, and chips of your own. Take any number from a heap, to keep, or put any number of "
          .. "your own on a heap; whoever cannot move loses. A position is what the player to move has before them: "
          .. "the heaps, their own chips, and the other player's. Who wins nim wins this too, by taking back "
          .. "whatever is put on a heap; the loser can only put off the end.",
  position = { "a", "b", "mine", "theirs" },
  symmetric = { "a", "b" },
  moves = function(a, b, mine, theirs)
    for t = 1, a do move.take(a - t, b, theirs, mine + t) end
    for t = 1, b do move.take(a, b - t, theirs, mine + t) end
    for t = 1, mine do
      move.put(a + t, b, theirs, mine - t)
      move.put(a, b + t, theirs, mine - t)
    end
  end,
  example = { 3, 5, 2, 2 },
  known = {
    outcome = {
      { {0, 0, 0, 0}, "P" }, { {0, 0, 2, 0}, "P" }, { {1, 1, 0, 0}, "P" }, { {1, 1, 3, 0}, "P" }, { {0, 1, 0, 0}, "N" },
      { {3, 5, 2, 2}, "N" }, { {4, 4, 1, 2}, "P" },
    },
  },
  claims = {
    { "lost are equal heaps, as in nim, with any chips", source = "Winning Ways, ch. 3", box = { 4, 4, 3, 3 },
      check = function(a, b, mine, theirs) return (outcome(a, b, mine, theirs) == "P") == (a == b) end },
  },
}
