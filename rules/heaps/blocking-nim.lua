local k = param("k", 1, "up to how many options the other player forbids before each move")

return game {
  name      = "blocking-nim",
  title     = "Blocking Nim",
  source    = "F. Smith, P. Stanica (2002), Comply/constrain games or games with a Muller twist, Integers 2, #G3",
  text      = "Heaps in a row. Take any number from one heap. Before each move the other player forbids up to k of the "
           .. "positions that it may lead to; whoever has none left to move to loses.",
  position  = piles("heap"),
  symmetric = true,
  blocking  = k,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do move(a:with(i, a[i] - t)) end
    end
  end,
  example = { 3, 5 },
  known = {
    outcome = {
      { {0}, "P" }, { {1}, "P" }, { {2}, "N" }, { {9}, "N" }, { {0, 1}, "P" }, { {1, 1}, "N" }, { {1, 2}, "P" },
      { {4, 5}, "P" }, { {3, 5}, "N" }, { {1, 1, 1}, "P" }, { {1, 2, 4}, "P" }, { {3, 3, 7}, "P" }, { {2, 3, 4}, "N" },
    },
  },
}
