return variant("octal", {
  name    = "officers",
  title   = "Officers",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text    = "Take one from a heap and leave something of it, as one heap or as two; whoever cannot move loses. "
         .. "Octal code 0.6.",
  params  = { code = "0.6" },
  example = { 13 },
  known   = { grundy = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 7, 3 }, { 11, 4 }, { 24, 5 }, { 30, 0 } } },
})
