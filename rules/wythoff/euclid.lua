return game {
  name      = "euclid",
  title     = "Euclid",
  source    = "A. J. Cole, A. J. T. Davie (1969), A game based on the Euclidean algorithm, Math. Gazette 53:354-357",
  text      = "Two numbers. Take a multiple of the smaller from the larger, which may not become negative; "
           .. "whoever makes one of them zero wins.",
  position  = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    if a > 0 and b > 0 then
      for q = 1, a // b do move.a(a - q * b, b) end
      for q = 1, b // a do move.b(a, b - q * a) end
    end
  end,
  closed_form = "euclid",
  example = { 43, 26 },
  known = {
    outcome = {
      { {0, 7}, "P" }, { {1, 1}, "N" }, { {2, 3}, "P" }, { {3, 5}, "N" }, { {5, 8}, "P" }, { {9, 5}, "N" },
      { {12, 8}, "P" }, { {13, 8}, "N" }, { {100, 61}, "N" }, { {100, 62}, "P" },
    },
  },
}
