local function is_free(a, square)
  for i = 1, #a do
    if a[i] == square then return false end
  end
  return true
end

return game {
  name      = "welter",
  title     = "Welter's game",
  source    = "C. P. Welter (1954), The theory of a class of games on a sequence of squares, Indag. Math. 16:194-200",
  text      = "Coins on a strip of squares 0, 1, 2, ..., at most one on each. Move one coin to any free square "
           .. "to its left; whoever cannot move loses.",
  position  = piles("a"),
  symmetric = true,
  valid = function(a)
    for i = 2, #a do
      for j = 1, i - 1 do
        if a[i] == a[j] then return false end
      end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do
        if is_free(a, a[i] - t) then move(a:with(i, a[i] - t)) end
      end
    end
  end,
  example = { 2, 5, 9 },
  known = {
    grundy = {
      { {5}, 5 }, { {0, 1}, 0 }, { {3, 4}, 6 }, { {2, 7}, 4 }, { {0, 1, 2}, 0 }, { {1, 4, 6}, 0 }, { {0, 2, 5}, 4 },
      { {2, 3, 5, 7}, 5 },
    },
  },
}
