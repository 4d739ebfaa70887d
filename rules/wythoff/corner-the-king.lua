return game {
  name      = "corner-the-king",
  title     = "Corner the king",
  source    = "Traditional: a king in place of the queen of Corner the lady",
  text      = "A king on the square x,y moves one square west, south or south-west; whoever brings him to the corner "
           .. "wins.",
  position  = { "x", "y" },
  symmetric = true,
  moves = function(x, y)
    if x > 0 then move.west(x - 1, y) end
    if y > 0 then move.south(x, y - 1) end
    if x > 0 and y > 0 then move.southwest(x - 1, y - 1) end
  end,
  example = { 7, 6 },
  known   = { grundy = { { {0, 1}, 1 }, { {1, 1}, 2 }, { {1, 2}, 3 }, { {2, 2}, 0 }, { {2, 3}, 1 }, { {4, 6}, 0 } } },
  claims  = {
    { "lost are the squares with x and y both even", box = { 30, 30 },
      check = function(x, y) return (outcome(x, y) == "P") == (x % 2 == 0 and y % 2 == 0) end },
  },
}
