return variant("take-and-break", {
  name    = "kenyon",
  title   = "Kenyon's game",
  source  = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text    = "Take one from a heap, or take two and leave the rest in up to three heaps; whoever cannot move loses. "
         .. "The hexadecimal game 0.3F. The values go up by 3 every six heaps.",
  params  = { code = "0.3F" },
  example = { 15 },
  known   = { grundy = { { 1, 1 }, { 2, 2 }, { 3, 0 }, { 5, 2 }, { 6, 3 }, { 9, 3 }, { 15, 6 }, { 30, 15 } } },
  claims  = {
    { "the value is 3 (n // 6) + n modulo 3", box = { 40 },
      check = function(n) return grundy(n) == 3 * (n // 6) + n % 3 end },
  },
})
