return variant("wythoff", {
  name    = "attrition",
  title   = "Attrition (misère Wythoff)",
  source  = "Misère play of W. A. Wythoff (1907)",
  text    = "Two heaps. Take any number from one heap, or the same number from both; "
         .. "whoever takes the last one loses.",
  play    = "misere",
  closed_form = "attrition",
  players = {},
  example = { 29, 51 },
  known   = {
    outcome = {
      { {0, 0}, "N" }, { {0, 1}, "P" }, { {1, 2}, "N" }, { {2, 2}, "P" }, { {3, 5}, "P" }, { {11, 18}, "P" },
    },
  },
})
