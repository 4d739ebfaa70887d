local f = param("f", function(x) return 2 * x end, "the most that may be taken after x was taken")

return game {
  name     = "take-away",
  title    = "Take-away",
  source   = "A. J. Schwenk (1970), Take-away games, Fibonacci Quarterly 8:225-234; R. J. Epp, T. S. Ferguson (1980), "
          .. "A note on take-away games, Fibonacci Quarterly 18:300-303; A. Holshouser, H. Reiter (2003), One pile Nim "
          .. "with arbitrary move function, Electronic Journal of Combinatorics 10",
  text     = "One heap of n. The first player takes at least 1 and leaves at least 1; after x was taken, "
          .. "at most f(x) may be taken. Whoever takes the last one wins. It is also called dynamic Nim.",
  position = { "n", "limit" },
  start = function(n) return n, math.max(n - 1, 0) end,
  moves = function(n, limit)
    for t = 1, math.min(limit, n) do move(n - t, math.max(math.floor(f(t)), 0)) end
  end,
  closed_form = { "take-away", f = f },
  example = { 20, 19 },
  known = {
    outcome = {
      { {1, 0}, "P" }, { {2, 1}, "P" }, { {4, 3}, "N" }, { {5, 4}, "P" }, { {5, 5}, "N" }, { {12, 1}, "N" },
      { {13, 12}, "P" }, { {21, 20}, "P" }, { {22, 1}, "N" },
    },
  },
}
