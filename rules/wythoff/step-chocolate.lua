local k = param("k", 2, "how many columns a step is wide")

assert(k >= 1, "k must be at least 1")

return game {
  name     = "step-chocolate",
  title    = "A chocolate bar with steps",
  source   = "S. Nakamura, R. Miyadera (2015), Impartial chocolate bar games, Integers 15, G4",
  text     = "A bar of chocolate with z columns and y rows besides the poisoned square and its row and column, as "
          .. "high as z // k at most at each column z. Break it along a line and eat the part without the poison: "
          .. "fewer rows, or fewer columns, which leave as many rows as the step at their end. Whoever cannot break "
          .. "it loses.",
  position = { "y", "z" },
  valid    = function(y, z) return y <= z // k end,
  moves = function(y, z)
    for left = 0, y - 1 do move.rows(left, z) end
    for left = 0, z - 1 do move.columns(math.min(y, left // k), left) end
  end,
  example = { 3, 9 },
  known   = { grundy = { { {0, 5}, 5 }, { {1, 2}, 3 }, { {2, 5}, 7 }, { {3, 9}, 10 }, { {4, 8}, 12 } } },
  claims  = {
    { "with an even k the value is the nim-sum of y and z", source = "Nakamura and Miyadera 2015", box = { 20, 40 },
      check = function(y, z) return k % 2 == 1 or grundy(y, z) == y ~ z end },
  },
}
