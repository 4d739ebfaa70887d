return variant("octal", {
  name    = "dawsons-kayles",
  title   = "Dawson's Kayles",
  source  = "R. K. Guy, C. A. B. Smith (1956), The G-values of various games, Proc. Cambridge Phil. Soc. 52:514-526",
  text    = "A row of n pins. Knock down two that stand side by side; whoever cannot move loses. Octal code 0.07.",
  params  = { code = "0.07" },
  example = { 14 },
  known   = { grundy = { { 1, 0 }, { 2, 1 }, { 4, 2 }, { 6, 3 }, { 14, 4 }, { 16, 5 }, { 33, 7 }, { 34, 4 } } },
})
