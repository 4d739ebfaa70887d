local m = param("m", 3, "the most that may be taken")

assert(m >= 1, "m must be at least 1")

return game {
  name     = "copycat",
  title    = "No copycats",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15 (as D.U.D.E.N.E.Y)",
  text     = "One heap. Take 1 to m, but not the number that was just taken; whoever cannot move loses.",
  position = { "n", { "last", max = m } },
  start = function(n) return n, 0 end,
  moves = function(n, last)
    for t = 1, math.min(m, n) do
      if t ~= last then move(n - t, t) end
    end
  end,
  closed_form = { "copycat", m = m },
  example = { 21, 0 },
  known = {
    outcome = {
      { {0, 0}, "P" }, { {1, 0}, "N" }, { {1, 1}, "P" }, { {4, 0}, "P" }, { {5, 0}, "N" }, { {8, 0}, "P" },
      { {20, 0}, "P" }, { {21, 0}, "N" },
    },
  },
}
