return game {
  name     = "end-wythoff",
  title    = "End-Wythoff",
  source   = "A. S. Fraenkel, E. Reisner (2009), The game of End-Wythoff, Games of No Chance 3:329-347",
  text     = "Piles in a row. Take any number from the first or from the last pile that is not empty, or the same "
          .. "number from both; whoever takes the last one wins.",
  position = piles("a"),
  moves = function(a)
    local first, last
    for i = 1, #a do
      if a[i] > 0 then
        first = first or i
        last = i
      end
    end
    if first then
      for t = 1, a[first] do move.first(a:with(first, a[first] - t)) end
    end
    if first ~= last then
      for t = 1, a[last] do move.last(a:with(last, a[last] - t)) end
      for t = 1, math.min(a[first], a[last]) do
        move.both(a:with(first, a[first] - t):with(last, a[last] - t))
      end
    end
  end,
  example = { 3, 5, 6 },
  known = {
    outcome = { { {2}, "N" }, { {1, 2}, "P" }, { {3, 3}, "N" }, { {3, 5}, "P" }, { {4, 7}, "P" }, { {1, 0, 2}, "P" } },
  },
  claims = {
    { "two piles are Wythoff's Nim: lost iff the smaller one is phi times the difference, rounded down",
      source = "Wythoff 1907", box = { 40, 40 },
      check = function(a)
        local n, m = math.abs(a[1] - a[2]), math.min(a[1], a[2])
        return (outcome(a) == "P") == (m * (m - n) <= n * n and (m + 1) * (m + 1 - n) > n * n)
      end },
    { "a row is as good as the same row read backwards", box = { 5, 5, 5, 5 },
      check = function(a) return outcome(a) == outcome({ a[4], a[3], a[2], a[1] }) end },
  },
}
