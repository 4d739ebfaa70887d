return game {
  name      = "one-pass-nim",
  title     = "Nim with one pass",
  source    = "A question of D. Gale; R. M. Low, W. H. Chan (2015), An atlas of N- and P-positions in 'Nim with a "
           .. "pass', Integers 15",
  text      = "Three heaps. Take any number from one heap; or, once in the whole game, one of the players may pass, "
           .. "as long as something is left. Whoever cannot move loses.",
  position  = { "a", "b", "c", { "pass", max = 1 } },
  start     = function(a, b, c) return a, b, c, 1 end,
  symmetric = { "a", "b", "c" },
  moves = function(a, b, c, pass)
    for t = 1, a do move.a(a - t, b, c, pass) end
    for t = 1, b do move.b(a, b - t, c, pass) end
    for t = 1, c do move.c(a, b, c - t, pass) end
    if pass == 1 and a + b + c > 0 then move.pass(a, b, c, 0) end
  end,
  example = { 2, 3, 4, 1 },
  known   = {
    grundy  = { { {0, 0, 0, 1}, 0 }, { {0, 0, 1, 1}, 2 }, { {0, 0, 2, 1}, 1 }, { {1, 2, 3, 0}, 0 } },
    outcome = { { {0, 1, 1, 1}, "N" }, { {0, 1, 2, 1}, "P" }, { {0, 3, 4, 1}, "P" }, { {1, 2, 3, 1}, "N" } },
  },
  claims  = {
    { "of two heaps, with the pass left, lost are 0,0 and 2k - 1,2k", box = { 0, 24, 24, { 1, 1 } },
      check = function(_, b, c)
        local s, l = math.min(b, c), math.max(b, c)
        return (outcome(0, b, c, 1) == "P") == (l == 0 or l == s + 1 and l % 2 == 0)
      end },
    { "after the pass it is Nim", box = { 6, 6, 6, 0 },
      check = function(a, b, c) return grundy(a, b, c, 0) == a ~ b ~ c end },
  },
}
