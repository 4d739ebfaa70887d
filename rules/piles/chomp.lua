return game {
  name     = "chomp",
  title    = "Chomp",
  source   = "D. Gale (1974), A curious Nim-type game, Amer. Math. Monthly 81:876-879",
  text     = "A bar of chocolate in rows. Choose a square and eat it with all that lies below it and to the right "
          .. "of it; the top left square is poisoned and may not be chosen. Whoever cannot move loses.",
  position = piles("a"),
  valid = function(a)
    for i = 2, #a do
      if a[i] > a[i - 1] then return false end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      for j = 1, a[i] do
        if i > 1 or j > 1 then
          local left = {}
          for row = 1, #a do
            left[row] = row < i and a[row] or math.min(a[row], j - 1)
          end
          move(left)
        end
      end
    end
  end,
  example = { 4, 4, 4 },
  known = {
    outcome = {
      { {1}, "P" }, { {2}, "N" }, { {2, 1}, "P" }, { {2, 2}, "N" }, { {3, 2}, "P" }, { {4, 4, 4}, "N" },
      { {3, 1, 1}, "P" }, { {5, 4}, "P" }, { {4, 2, 2}, "P" }, { {5, 3, 2}, "P" },
    },
  },
}
