return game {
  name     = "poisoned-chocolate",
  title    = "The poisoned chocolate",
  source   = "A. C. Robin (1989), A poisoned chocolate problem, Mathematical Gazette 73:341-343",
  text     = "A bar of chocolate has one poisoned square. Break the bar along a line and eat the part without it; "
          .. "whoever has only the poisoned square left loses. A position is how many rows and columns lie on each "
          .. "side of it: four heaps of Nim.",
  position = { "left", "right", "above", "below" },
  moves = function(left, right, above, below)
    for t = 1, left do move.left(left - t, right, above, below) end
    for t = 1, right do move.right(left, right - t, above, below) end
    for t = 1, above do move.above(left, right, above - t, below) end
    for t = 1, below do move.below(left, right, above, below - t) end
  end,
  example = { 2, 5, 3, 1 },
  known   = { grundy = { { {0, 0, 0, 0}, 0 }, { {1, 2, 3, 0}, 0 }, { {2, 5, 3, 1}, 5 }, { {4, 4, 4, 4}, 0 } } },
  claims  = {
    { "the value is the nim-sum of the four numbers", box = { 5, 5, 5, 5 },
      check = function(left, right, above, below)
        return grundy(left, right, above, below) == left ~ right ~ above ~ below
      end },
  },
}
