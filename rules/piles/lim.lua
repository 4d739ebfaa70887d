return game {
  name      = "lim",
  title     = "Lim",
  source    = "A. Fink, A. S. Fraenkel, C. Santos (2014), LIM is not slim, International Journal of Game Theory 43",
  text      = "Three heaps. Take the same number from two of them, and put that number to the third; whoever cannot "
           .. "move, since two heaps are empty, loses. Lost is what has no binary digit 1 twice: of the positions with "
           .. "n things 3^k, where n has k ones in binary.",
  position  = { "a", "b", "c" },
  symmetric = true,
  moves = function(a, b, c)
    for t = 1, math.min(a, b) do move(a - t, b - t, c + t) end
    for t = 1, math.min(a, c) do move(a - t, b + t, c - t) end
    for t = 1, math.min(b, c) do move(a + t, b - t, c - t) end
  end,
  example = { 3, 5, 6 },
  known = {
    outcome = {
      { {0, 0, 7}, "P" }, { {1, 1, 0}, "N" }, { {1, 2, 4}, "P" }, { {1, 2, 3}, "N" }, { {5, 2, 8}, "P" },
      { {3, 4, 0}, "P" }, { {3, 5, 6}, "N" },
    },
  },
  claims = {
    { "lost is what has no binary digit 1 twice", source = "Fink, Fraenkel, Santos 2014", box = { 12, 12, 12 },
      check = function(a, b, c) return (outcome(a, b, c) == "P") == (a & b == 0 and a & c == 0 and b & c == 0) end },
    { "of the positions with n things 3^k are lost, k the ones of n in binary", source = "Fink, Fraenkel, Santos 2014",
      box = { 0, 0, 24 },
      check = function(_, _, n)
        local lost, expected, rest = 0, 1, n
        while rest > 0 do
          if rest % 2 == 1 then expected = 3 * expected end
          rest = rest // 2
        end
        for a = 0, n do
          for b = 0, n - a do
            if outcome(a, b, n - a - b) == "P" then lost = lost + 1 end
          end
        end
        return lost == expected
      end },
  },
}
