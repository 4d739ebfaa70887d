return game {
  name     = "staircase",
  title    = "Ordered piles",
  source   = "TopCoder, StoneGameStrategist",
  text     = "Piles in a row, none smaller than the one before it. Take any number from one pile, so that this "
          .. "stays true; who makes the last move wins.",
  position = piles("a"),
  valid = function(a)
    for i = 2, #a do
      if a[i] < a[i - 1] then return false end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      local least = i > 1 and a[i - 1] or 0
      for t = 1, a[i] - least do move(a:with(i, a[i] - t)) end
    end
  end,
  closed_form = "staircase",
  example = { 2, 5, 9 },
  known = {
    grundy  = { { {4}, 4 }, { {3, 8}, 5 }, { {1, 2, 4}, 3 }, { {0, 1, 2, 4}, 3 } },
    outcome = { { {5, 5}, "P" }, { {1, 1, 2}, "P" }, { {1, 2, 2}, "N" }, { {1, 2, 3}, "P" }, { {0, 1, 4, 5}, "P" } },
  },
}
