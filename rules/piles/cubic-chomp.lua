local rows    = param("rows", 2, "how many rows the block has")
local columns = param("columns", 2, "how many columns the block has")

assert(rows >= 1 and columns >= 1, "rows and columns must be at least 1")

return game {
  name     = "cubic-chomp",
  title    = "Cubic Chomp",
  source   = "D. Gale (1974), A curious Nim-type game, American Mathematical Monthly 81:876-879",
  text     = "Chomp in three dimensions: a block of cubes, given by the heights above each square, row by row. "
          .. "Choose a cube and eat it with all that are not below it, not in front of it and not to the left of it; "
          .. "the one in the corner is poisoned and may not be chosen. Whoever cannot move loses.",
  position = piles("a", { length = { min = rows * columns, max = rows * columns } }),
  valid = function(a)
    for r = 0, rows - 1 do
      for c = 1, columns do
        local at = r * columns + c
        if c > 1 and a[at] > a[at - 1] or r > 0 and a[at] > a[at - columns] then return false end
      end
    end
    return true
  end,
  moves = function(a)
    for row = 0, rows - 1 do
      for column = 1, columns do
        for height = row + column == 1 and 1 or 0, a[row * columns + column] - 1 do
          local left = {}
          for r = 0, rows - 1 do
            for c = 1, columns do
              local at = r * columns + c
              left[at] = r >= row and c >= column and math.min(a[at], height) or a[at]
            end
          end
          move(left)
        end
      end
    end
  end,
  example = { 3, 3, 3, 3 },
  -- With three rows and three columns the only winning move from a cube of 27 chooses the cube in its middle.
  known = {
    outcome = {
      { {1, 0, 0, 0}, "P" }, { {1, 1, 1, 0}, "P" }, { {2, 1, 0, 0}, "P" }, { {2, 2, 2, 2}, "N" }, { {2, 2, 2, 1}, "P" },
      { {3, 3, 0, 0}, "N" }, { {3, 2, 0, 0}, "P" }, { {5, 5, 5, 4}, "P" },
    },
  },
  claims = {
    { "from a whole block, but for a single cube, the first player wins", source = "Gale 1974",
      check = function(a)
        for i = 2, #a do
          if a[i] ~= a[1] then return true end
        end
        return a[1] == 0 or outcome(a) == "N"
      end },
    { "with two rows and two columns, a block of which only the last cube is missing is lost",
      check = function(a)
        local n = a[1]
        return a[2] ~= n or a[3] ~= n or a[4] ~= n - 1 or outcome(a) == "P"
      end },
  },
}
