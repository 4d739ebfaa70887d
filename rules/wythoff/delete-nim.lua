return game {
  name      = "delete-nim",
  title     = "Delete Nim (variant)",
  source    = "T. Abuku, K. Sakai, M. Shinoda, K. Suetsugu (2023), Some extensions of Delete Nim, arXiv:2301.12964",
  text      = "Two heaps. Take one away whole, and split the other one in two; whoever cannot move loses. No heap is "
           .. "empty. The value is the number of ones at the end of the binary digits of (a - 1) or (b - 1).",
  position  = { { "a", min = 1 }, { "b", min = 1 } },
  symmetric = true,
  moves = function(a, b)
    for k = 1, a // 2 do move.b(k, a - k) end
    for k = 1, b // 2 do move.a(k, b - k) end
  end,
  example = { 7, 12 },
  known = { grundy = { { {1, 1}, 0 }, { {1, 2}, 1 }, { {3, 3}, 0 }, { {3, 4}, 2 }, { {5, 8}, 3 }, { {7, 11}, 0 } } },
  claims = {
    { "the value is the number of ones at the end of (a - 1) or (b - 1)", box = { { 1, 40 }, { 1, 40 } },
      check = function(a, b)
        local bits, ones = a - 1 | b - 1, 0
        while bits >> ones & 1 == 1 do ones = ones + 1 end
        return grundy(a, b) == ones
      end },
  },
}
