return variant("take-away", {
  name   = "fibonacci-nim",
  title  = "Fibonacci Nim",
  source = "M. J. Whinihan (1963), Fibonacci Nim, Fibonacci Quarterly 1:9-13",
  text   = "One heap of n. The first player takes at least 1 and leaves at least 1; from then on, at most twice "
        .. "what was just taken may be taken. Who takes the last one wins.",
  params = { f = function(x) return 2 * x end },
})
