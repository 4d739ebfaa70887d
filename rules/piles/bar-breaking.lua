return game {
  name      = "bar-breaking",
  title     = "Breaking a bar",
  source    = "Traditional",
  text      = "A bar of chocolate with so many rows and columns of squares. Break a piece in two along a line; "
           .. "whoever finds only single squares loses. However it is played, a bar of n squares takes n - 1 breaks.",
  position  = { { "rows", min = 1 }, { "columns", min = 1 } },
  symmetric = true,
  moves = function(rows, columns)
    for r = 1, rows // 2 do split({ r, columns }, { rows - r, columns }) end
    for c = 1, columns // 2 do split({ rows, c }, { rows, columns - c }) end
  end,
  example = { 4, 6 },
  known   = { grundy = { { {1, 1}, 0 }, { {1, 2}, 1 }, { {3, 3}, 0 }, { {4, 6}, 1 } } },
  claims  = {
    { "won are the bars with an even number of squares", box = { { 1, 16 }, { 1, 16 } },
      check = function(rows, columns) return grundy(rows, columns) == (rows * columns - 1) % 2 end },
  },
}
