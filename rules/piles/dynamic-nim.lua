local f = param("f", function(x) return 2 * x end, "how many may be taken after x were")

return game {
  name      = "dynamic-nim",
  title     = "Dynamic Nim of two piles",
  source    = "A. Holshouser, H. Reiter (2005), Two pile move-size dynamic Nim, Discrete Mathematics and Theoretical "
           .. "Computer Science 7:1-10",
  text      = "Two piles. Take from one of them at least 1 and at most the limit; after x were taken, the limit is "
           .. "f(x). Whoever empties a pile wins, since play is over then. Of one pile it is the take-away game.",
  position  = { "a", "b", "limit" },
  symmetric = { "a", "b" },
  moves = function(a, b, limit)
    if a == 0 or b == 0 then return end
    for t = 1, math.min(a, limit) do move(a - t, b, f(t)) end
    for t = 1, math.min(b, limit) do move(a, b - t, f(t)) end
  end,
  example = { 5, 8, 3 },
  known = {
    outcome = {
      { {0, 4, 3}, "P" }, { {1, 1, 1}, "N" }, { {1, 5, 1}, "N" }, { {2, 2, 1}, "P" }, { {2, 2, 2}, "N" },
      { {2, 3, 1}, "P" }, { {3, 3, 1}, "P" }, { {3, 3, 2}, "P" }, { {3, 4, 2}, "N" }, { {4, 4, 1}, "P" },
    },
  },
}
