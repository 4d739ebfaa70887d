local columns = param("columns", 5, "how many squares a row has")
local rows    = param("rows", 2, "how many rows there are")

assert(columns >= 2, "columns must be at least 2")
assert(rows >= 1, "rows must be at least 1")

return game {
  name     = "northcott",
  title    = "Northcott's game",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 3",
  text     = "In each row of a board, a counter of each player's. Move one of your own along its row, forwards or "
          .. "backwards, but not onto or past the other one; whoever cannot move loses. A position is what the "
          .. "player to move sees: for each row the squares behind their own counter, and those between the two. "
          .. "Lost is what has nim-sum 0 of the squares between them: who is to win follows every step back.",
  position = piles("a", { max = columns - 2, length = { min = 2 * rows, max = 2 * rows } }),
  valid = function(a)
    for i = 1, #a, 2 do
      if a[i] + a[i + 1] > columns - 2 then return false end
    end
    return true
  end,
  moves = function(a)
    for row = 1, #a, 2 do
      for gap = 0, a[row] + a[row + 1] do
        if gap ~= a[row + 1] then
          local seen = {}  -- by the other player
          for i = 1, #a, 2 do
            seen[i] = columns - 2 - a[i] - a[i + 1]
            seen[i + 1] = i == row and gap or a[i + 1]
          end
          if gap < a[row + 1] then move.forwards(seen) else move.backwards(seen) end
        end
      end
    end
  end,
  example = { 1, 2, 0, 1 },
  known = {
    outcome = {
      { {0, 0, 0, 0}, "P" }, { {0, 3, 0, 3}, "P" }, { {1, 2, 0, 1}, "N" }, { {3, 0, 2, 0}, "P" }, { {0, 1, 2, 1}, "P" },
    },
  },
  claims = {
    { "lost is what has nim-sum 0 of the squares between the counters", source = "Winning Ways, ch. 3",
      check = function(a)
        local sum = 0
        for i = 2, #a, 2 do sum = sum ~ a[i] end
        return (outcome(a) == "P") == (sum == 0)
      end },
  },
}
