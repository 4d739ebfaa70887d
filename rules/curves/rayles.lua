return variant("kayles", {
  name    = "rayles",
  title   = "Rayles",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 17; T. S. Ferguson, Game Theory, "
         .. "part I, section 4.5",
  text    = "Dots on paper. Draw a closed loop through one or two of them that touches no other loop; whoever cannot "
         .. "draw loses. A position is the number of dots in a region. It is Kayles in disguise.",
  example = { 10 },
  known   = { grundy = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 1 }, { 10, 2 }, { 11, 6 }, { 12, 4 } } },
})
