local goal = param("goal", 21, "the number that loses")
local most = param("most", 3, "how many numbers a player may say")

assert(goal >= 1, "goal must be at least 1")
assert(most >= 1, "most must be at least 1")

return game {
  name     = "twenty-one",
  title    = "Twenty-one",
  source   = "Traditional",
  text     = "Count aloud from 1: say the next number, or the next two or three. Whoever says 21 loses.",
  position = { { "said", max = goal } },
  play     = "misere",
  start = function() return 0 end,
  moves = function(said)
    for n = 1, math.min(most, goal - said) do move(said + n) end
  end,
  closed_form = { "twenty-one", goal = goal, most = most },
  example = { 0 },
  known = {
    remoteness = { { 0, 11 }, { 20, 1 }, { 21, 0 } },
    outcome = { { 0, "P" }, { 1, "N" }, { 3, "N" }, { 4, "P" }, { 16, "P" }, { 19, "N" }, { 20, "P" }, { 21, "N" } },
  },
}
