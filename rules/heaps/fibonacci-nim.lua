return variant("take-away", {
  name   = "fibonacci-nim",
  title  = "Fibonacci Nim",
  source = "M. J. Whinihan (1963), Fibonacci Nim, Fibonacci Quarterly 1:9-13",
  text   = "One heap of n. The first player takes at least 1 and leaves at least 1; from then on, at most twice "
        .. "what was just taken may be taken. Whoever takes the last one wins.",
  params = { f = function(x) return 2 * x end },
  known  = {
    outcome = {
      { {1, 0}, "P" }, { {2, 1}, "P" }, { {4, 3}, "N" }, { {12, 2}, "N" }, { {13, 12}, "P" }, { {21, 20}, "P" },
      { {89, 88}, "P" }, { {100, 2}, "P" }, { {100, 3}, "N" },
    },
  },
})
