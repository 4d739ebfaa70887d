return game {
  name     = "grundy",
  title    = "Grundy's game",
  source   = "P. M. Grundy (1939), Mathematics and games, Eureka 2:6-8; OEIS A002188",
  text     = "Split a heap into two heaps of different sizes; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for k = 1, (n - 1) // 2 do split(k, n - k) end
  end,
  heap = { code = "4.0 unequal" },
  example = { 13 },
  known = {
    grundy = { { 1, 0 }, { 2, 0 }, { 3, 1 }, { 5, 2 }, { 8, 2 }, { 13, 3 }, { 18, 4 }, { 100, 2 }, { 500, 11 } },
  },
}
