return variant("turning", {
  name   = "turning-turtles",
  title  = "Turning Turtles",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Turtles in a row, at places 1, 2, 3, ..., some of them on their feet. Turn one onto its back and, if you "
        .. "like, one more to the left of it, either way. Whoever cannot move loses. The turtle at place n is a heap "
        .. "of n.",
  params = { coins = { 1, 2 } },
  known  = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 6, 6 }, { 25, 25 } } },
  claims = {
    { "the turtle at place n is a heap of n", source = "Winning Ways, ch. 14", box = { 60 },
      check = function(n) return grundy(n) == n end },
  },
})
