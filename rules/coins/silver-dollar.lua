return game {
  name     = "silver-dollar",
  title    = "The silver dollar game",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15",
  text     = "Coins on a strip of squares 0, 1, 2, ..., at most one on each. Move one coin to the left, "
          .. "not past another; whoever cannot move loses.",
  position = piles("a"),
  valid = function(a)
    for i = 2, #a do
      if a[i] <= a[i - 1] then return false end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      local least = i > 1 and a[i - 1] + 1 or 0
      for t = 1, a[i] - least do move(a:with(i, a[i] - t)) end
    end
  end,
  example = { 1, 4, 6, 10 },
  known = {
    grundy = { { {5}, 5 }, { {0, 1}, 0 }, { {3, 4}, 0 }, { {2, 7}, 4 }, { {1, 4, 6, 10}, 1 } },
  },
}
