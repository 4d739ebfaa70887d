return variant("octal", {
  name    = "dawsons-chess",
  title   = "Dawson's Chess",
  source  = "T. R. Dawson (1935), Caissa's Wild Roses; R. K. Guy, C. A. B. Smith (1956); OEIS A002187",
  text    = "White and black pawns face each other on n files of a board with three ranks, capturing is compulsory, "
         .. "and whoever cannot move loses. In effect: take a pin from a row with its neighbours. Octal code 0.137.",
  params  = { code = "0.137" },
  example = { 13 },
  known   = { grundy = { { 1, 1 }, { 3, 2 }, { 4, 0 }, { 5, 3 }, { 13, 4 }, { 15, 5 }, { 32, 7 }, { 33, 4 } } },
})
