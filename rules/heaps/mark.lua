return game {
  name     = "mark",
  title    = "Mark",
  source   = "A. S. Fraenkel (2011), Aperiodic subtraction games, Electronic J. Combinatorics 18(2), P19",
  text     = "One heap. Take one, or leave the half of it, rounded down; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    if n > 0 then
      move.one(n - 1)
      move.halve(n // 2)
    end
  end,
  example = { 12 },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 0 }, { 3, 2 }, { 8, 0 }, { 12, 2 }, { 40, 0 } } },
}
