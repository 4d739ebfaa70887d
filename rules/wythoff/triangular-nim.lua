local both = param("both", 1, "1 if the same number may be taken from both heaps, too; 0 if not")

assert(both == 0 or both == 1, "both must be 0 or 1")

return game {
  name      = "triangular-nim",
  title     = "Triangular Nim with Wythoff's move",
  source    = "S. Kimura, T. Yamashita (2023), On variations of Yama Nim and Triangular Nim, arXiv:2310.06610",
  text      = "Two heaps. Take from one heap and add fewer to the other, but at least one; or take the same number "
           .. "from both heaps. Whoever cannot move loses. Lost are neighbouring triangular numbers: 0 and 1, 1 and "
           .. "3, 3 and 6, ...",
  position  = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    for t = 2, a do
      for added = 1, t - 1 do move.a(a - t, b + added) end
    end
    for t = 2, b do
      for added = 1, t - 1 do move.b(a + added, b - t) end
    end
    if both == 1 then
      for t = 1, math.min(a, b) do move.both(a - t, b - t) end
    end
  end,
  example = { 5, 8 },
  known = {
    outcome = {
      { {0, 0}, "P" }, { {0, 1}, "P" }, { {1, 1}, "N" }, { {1, 3}, "P" }, { {3, 6}, "P" }, { {6, 10}, "P" },
      { {5, 8}, "N" }, { {10, 15}, "P" },
    },
  },
  claims = {
    { "with the move on both heaps, lost are 0,0 and neighbouring triangular numbers",
      source = "Kimura and Yamashita 2023", box = { 30, 30 },
      check = function(a, b)
        local n = math.abs(a - b)
        return (outcome(a, b) == "P") == (math.min(a, b) == n * (n - 1) // 2)
      end },
  },
}
