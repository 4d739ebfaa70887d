return game {
  name     = "nimrod",
  title    = "Nimrod",
  source   = "J. M. Henle and Schlatter",
  text     = "One heap of p. Take one fewer than was just taken, the same number, or one more, but at least 1; "
          .. "who cannot move loses. The game starts as if 1 had been taken.",
  position = { "p", { "r", min = 1 } },
  start = function(p) return p, 1 end,
  moves = function(p, r)
    if r > 1 and r - 1 <= p then move.fewer(p - (r - 1), r - 1) end
    if r <= p then move.same(p - r, r) end
    if r + 1 <= p then move.more(p - (r + 1), r + 1) end
  end,
  closed_form = "nimrod",
  example = { 20, 1 },
  known = {
    outcome = {
      { {0, 1}, "P" }, { {1, 3}, "P" }, { {3, 1}, "P" }, { {5, 1}, "P" }, { {13, 1}, "P" }, { {16, 1}, "P" },
      { {17, 1}, "N" }, { {42, 1}, "P" }, { {5, 2}, "P" }, { {5, 7}, "P" },
    },
  },
}
