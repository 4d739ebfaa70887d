return game {
  name      = "imitation-nim",
  title     = "Imitation Nim",
  source    = "U. Larsson (2009), 2-pile Nim with a restricted number of move-size imitations, Integers 9, 671-690",
  text      = "Two heaps. Take any number from one; but where the opponent has just taken it from the smaller heap "
           .. "(or from one of two equal heaps), you may not take the same number from the larger one. Whoever "
           .. "cannot move loses. Lost to begin with are the pairs of Wythoff's Nim.",
  position  = { "a", "b", "taken" },  -- taken: the number that may not be taken from the larger heap, or 0
  start     = function(a, b) return a, b, 0 end,
  valid     = function(a, b, taken) return taken == 0 or a ~= b end,
  symmetric = { "a", "b" },
  moves = function(a, b, taken)
    for t = 1, a do
      if a < b or t ~= taken then move.a(a - t, b, a <= b and t or 0) end
    end
    for t = 1, b do
      if b < a or t ~= taken then move.b(a, b - t, b <= a and t or 0) end
    end
  end,
  example = { 4, 6, 0 },
  known   = {
    outcome = {
      { {1, 1, 0}, "N" }, { {1, 2, 0}, "P" }, { {0, 1, 1}, "P" }, { {0, 2, 1}, "N" }, { {3, 5, 0}, "P" },
      { {4, 6, 0}, "N" },
    },
  },
  claims  = {
    { "where nothing is forbidden, lost are the pairs of Wythoff's Nim", source = "Larsson 2009", box = { 21, 21, 0 },
      check = function(a, b)
        local d = math.abs(a - b)
        local x = 2 * math.min(a, b) - d  -- of a pair, x <= d sqrt 5 < x + 2
        local is_pair = x >= 0 and x * x <= 5 * d * d and 5 * d * d < (x + 2) * (x + 2)
        return (outcome(a, b, 0) == "P") == is_pair
      end },
  },
}
