local goal = param("goal", 31, "the sum that may not be passed")

return game {
  name     = "thirty-one",
  title    = "Thirty-one",
  source   = "G. Mott-Smith (1954), Mathematical Puzzles for Beginners and Enthusiasts; T. S. Ferguson, Game Theory, "
          .. "part I, section 1.5",
  text     = "Four cards each of the values 1 to 6 lie face up. Take a card in turn; whoever makes the sum of all "
          .. "cards that were taken greater than 31 loses, and so does who cannot do otherwise. A position is how "
          .. "many cards of each value were taken.",
  position = {
    { "ones", max = 4 }, { "twos", max = 4 }, { "threes", max = 4 }, { "fours", max = 4 }, { "fives", max = 4 },
    { "sixes", max = 4 },
  },
  start = function() return 0, 0, 0, 0, 0, 0 end,
  valid = function(a, b, c, d, e, f) return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f <= goal end,
  moves = function(a, b, c, d, e, f)
    local rest = goal - (a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f)
    if a < 4 and rest >= 1 then move.one(a + 1, b, c, d, e, f) end
    if b < 4 and rest >= 2 then move.two(a, b + 1, c, d, e, f) end
    if c < 4 and rest >= 3 then move.three(a, b, c + 1, d, e, f) end
    if d < 4 and rest >= 4 then move.four(a, b, c, d + 1, e, f) end
    if e < 4 and rest >= 5 then move.five(a, b, c, d, e + 1, f) end
    if f < 4 and rest >= 6 then move.six(a, b, c, d, e, f + 1) end
  end,
  example = { 0, 0, 0, 0, 0, 0 },
  -- With cards of all values left, sums of 3, 10, 17, 24 are good to make; but who begins with 3 runs out of cards.
  known   = {
    outcome = { { {0, 0, 0, 0, 0, 0}, "N" }, { {0, 0, 0, 0, 1, 0}, "P" }, { {0, 0, 1, 0, 0, 0}, "N" } },
  },
}
