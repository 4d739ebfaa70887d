return game {
  name     = "multiplication",
  title    = "The multiplication game",
  source   = "A multiplication game, programming contest of the University of Waterloo, 22 September 2001",
  text     = "Both players multiply a number, 1 to begin with, by 2 to 9 in turn. Whoever first makes it n or more "
          .. "wins. A position is the factor that is still missing, rounded up: 1 is the end.",
  position = { { "n", min = 1 } },
  moves = function(n)
    if n == 1 then return end
    for factor = 2, 9 do move((n + factor - 1) // factor) end
  end,
  example = { 1000 },
  known   = {
    outcome = {
      { 1, "P" }, { 2, "N" }, { 9, "N" }, { 10, "P" }, { 18, "P" }, { 19, "N" }, { 162, "N" }, { 163, "P" },
      { 324, "P" }, { 325, "N" }, { 2916, "N" }, { 2917, "P" },
    },
  },
  claims  = {
    { "won are 2 to 9, 19 to 162, ...: the ends are multiplied by 9 and by 2 in turn", box = { { 1, 3000 } },
      check = function(n)
        local last, won = 1, false
        while last < n do
          won = not won
          last = last * (won and 9 or 2)
        end
        return (outcome(n) == "N") == won
      end },
  },
}
