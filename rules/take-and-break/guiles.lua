return variant("octal", {
  name   = "guiles",
  title  = "Guiles",
  source = "R. K. Guy, C. A. B. Smith (1956), The G-values of various games, Proc. Cambridge Phil. Soc. 52:514-526; "
        .. "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text   = "Take a heap of one or of two, or take two from a larger heap and leave the rest as two heaps; whoever "
        .. "cannot move loses. The octal game 0.15. The Grundy values have the period 10.",
  params = { code = "0.15" },
  example = { 15 },
  known  = {
    grundy = { { 1, 1 }, { 2, 1 }, { 3, 0 }, { 4, 1 }, { 5, 1 }, { 6, 2 }, { 7, 2 }, { 8, 1 }, { 9, 2 }, { 10, 2 } },
  },
  claims = {
    { "the period is 10", source = "Winning Ways, ch. 4", box = { { 1, 300 } },
      check = function(n) return grundy(n) == grundy(n + 10) end },
  },
})
