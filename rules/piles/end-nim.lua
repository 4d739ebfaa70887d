return game {
  name     = "end-nim",
  title    = "End-Nim",
  source   = "M. H. Albert, R. J. Nowakowski (2001), The game of End-Nim, Electronic J. Combinatorics 8(2), R1",
  text     = "Piles in a row. Take any number from the first or from the last pile that is not empty; "
          .. "whoever takes the last one wins.",
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
    end
  end,
  example = { 3, 1, 4 },
  known = {
    outcome = {
      { {2}, "N" }, { {1, 2}, "N" }, { {3, 3}, "P" }, { {1, 1, 1}, "N" }, { {1, 2, 1}, "P" }, { {2, 1, 2}, "P" },
      { {1, 2, 2}, "N" }, { {1, 1, 1, 1}, "P" },
    },
  },
}
