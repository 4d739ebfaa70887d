return game {
  name     = "kayles",
  title    = "Kayles",
  source   = "H. E. Dudeney (1908), The Canterbury Puzzles, no. 73; R. K. Guy, C. A. B. Smith (1956); OEIS A002186",
  text     = "A row of n pins. Knock down one pin, or two that stand side by side; whoever takes the last pin wins.",
  position = { "n" },
  moves = function(n)
    for left = 0, (n - 1) // 2 do split.one(left, n - 1 - left) end
    for left = 0, (n - 2) // 2 do split.two(left, n - 2 - left) end
  end,
  heap = { code = "0.77" },
  example = { 13 },
  known = {
    grundy = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 1 }, { 5, 4 }, { 11, 6 }, { 12, 4 }, { 70, 6 }, { 82, 2 } },
  },
}
