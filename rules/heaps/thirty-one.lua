local goal = param("goal", 31, "the sum that may not be passed")

local function sum_of(taken)
  local sum = 0
  for v = 1, 6 do sum = sum + v * taken[v] end
  return sum
end

return game {
  name     = "thirty-one",
  title    = "Thirty-one",
  source   = "G. Mott-Smith (1954), Mathematical Puzzles for Beginners and Enthusiasts; T. S. Ferguson, Game Theory, "
          .. "part I, section 1.5",
  text     = "Four cards each of the values 1 to 6 lie face up. Take a card in turn; whoever makes the sum of all "
          .. "cards that were taken greater than 31 loses, and so does who cannot do otherwise. A position is how "
          .. "many cards of each value were taken.",
  position = piles("taken", { max = 4, length = { min = 6, max = 6 } }),
  start = function() return { 0, 0, 0, 0, 0, 0 } end,
  valid = function(taken) return sum_of(taken) <= goal end,
  moves = function(taken)
    local sum = sum_of(taken)
    for v = 1, 6 do
      if taken[v] < 4 and sum + v <= goal then move(taken:with(v, taken[v] + 1)) end
    end
  end,
  example = { 1, 2, 1, 2, 1, 0 },
  opening = { 0, 0, 0, 0, 0, 0 },
  -- With cards of all values left, sums of 3, 10, 17, 24 are good to make; but who begins with 3 runs out of cards.
  known   = {
    outcome = { { {0, 0, 0, 0, 0, 0}, "N" }, { {0, 0, 0, 0, 1, 0}, "P" }, { {0, 0, 1, 0, 0, 0}, "N" } },
  },
}
