return game {
  name     = "rims",
  title    = "Rims",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 17; T. S. Ferguson, Game Theory, "
          .. "part I, section 4.5",
  text     = "Dots on paper. Draw a closed loop through at least one of them that touches no other loop; whoever "
          .. "cannot draw loses. A position is the number of dots in a region, all of which the same loops part from "
          .. "the rest. It is Nim in disguise.",
  position = { "n" },
  moves = function(n)
    for k = 1, n do
      for inside = 0, (n - k) // 2 do split(inside, n - k - inside) end
    end
  end,
  example = { { 3 }, { 4 }, { 6 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 7, 7 }, { 30, 30 } } },
  claims  = {
    { "n dots are a heap of n", source = "Winning Ways, ch. 17", box = { 30 },
      check = function(n) return grundy(n) == n end },
  },
}
