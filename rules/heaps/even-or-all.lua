return game {
  name     = "even-or-all",
  title    = "Even if not all, all if odd",
  source   = "T. S. Ferguson, Game Theory, part I, section 3.5",
  text     = "A heap of n. Take an even number that leaves something, or the whole heap where n is odd; whoever "
          .. "cannot move loses, with nothing or with two.",
  position = { "n" },
  moves = function(n)
    for t = 2, n - 1, 2 do move.even(n - t) end
    if n % 2 == 1 then move.all(0) end
  end,
  example = { { 5 }, { 8 }, { 9 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 0 }, { 3, 2 }, { 4, 1 }, { 5, 3 }, { 9, 5 }, { 20, 9 } } },
  claims  = {
    { "the value of 2k is k - 1, that of 2k - 1 is k", source = "Ferguson", box = { { 1, 120 } },
      check = function(n) return grundy(n) == (n % 2 == 0 and n // 2 - 1 or (n + 1) // 2) end },
  },
}
