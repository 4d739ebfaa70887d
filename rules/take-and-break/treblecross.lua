return variant("octal", {
  name    = "treblecross",
  title   = "Treblecross",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text    = "Put crosses on a strip of n - 2 squares; whoever makes three in a row wins. In effect: take three "
         .. "neighbours out of a row of n. Octal code 0.007.",
  params  = { code = "0.007" },
  example = { 13 },
  known   = { grundy = { { 2, 0 }, { 3, 1 }, { 6, 2 }, { 8, 0 }, { 15, 4 }, { 25, 5 }, { 33, 5 }, { 34, 0 } } },
})
