return game {
  name      = "grossman",
  title     = "Euclid without zero",
  source    = "J. W. Grossman (1997), problem 1537, Mathematics Magazine 70",
  text      = "Two positive numbers. Subtract a multiple of the smaller from the larger so that it stays positive; "
           .. "whoever cannot move loses, with two equal numbers.",
  position  = { { "a", min = 1 }, { "b", min = 1 } },
  symmetric = true,
  moves = function(a, b)
    for k = 1, (a - 1) // b do move.a(a - k * b, b) end
    for k = 1, (b - 1) // a do move.b(a, b - k * a) end
  end,
  example = { 12, 31 },
  known   = {
    grundy  = { { {1, 1}, 0 }, { {1, 2}, 1 }, { {1, 7}, 6 }, { {2, 3}, 0 } },
    outcome = { { {3, 5}, "N" }, { {5, 8}, "P" }, { {12, 31}, "N" } },
  },
  claims  = {
    { "lost is what has the larger number below the smaller times (1 + sqrt 5) / 2", box = { { 1, 40 }, { 1, 40 } },
      check = function(a, b)
        local s, l = math.min(a, b), math.max(a, b)
        return (outcome(a, b) == "P") == (l * l - s * l - s * s < 0)
      end },
  },
}
