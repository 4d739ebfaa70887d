-- OEIS A005240, up to 1177.
local lost = {
  0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257, 397, 404, 445, 477, 540, 565, 580, 585, 629, 666, 836,
  845, 885, 909, 944, 949, 954, 975, 1125, 1177,
}

local most = param("most", 100000, "what a heap may grow to: play with a larger one is broken off, a draw")

assert(most >= 1, "most must be at least 1")

return game {
  name     = "put-or-take",
  title    = "Epstein's Put-or-Take-a-Square",
  source   = "R. A. Epstein; E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15; R. K. Guy, "
          .. "Unsolved Problems in Number Theory, E26; OEIS A005240 (the lost heaps)",
  text     = "A heap of n. Take from it the greatest square that is not above n, or put as many to it; whoever takes "
          .. "the last one wins. Play may go on for ever, and then is drawn. (Here a heap that grows above `most` is "
          .. "left alone, as a draw: what is won or lost is so for any larger `most`.)",
  position = { { "n", max = 2 * most } },
  moves = function(n)
    if n == 0 or n > most then return end
    local root = 1
    while (root + 1) * (root + 1) <= n do root = root + 1 end
    move.take(n - root * root)
    move.put(n + root * root)
  end,
  play = function(n)
    return n > most and "draw" or "normal"
  end,
  example = { 14 },
  known = {
    outcome = {
      { 0, "P" }, { 1, "N" }, { 2, "draw" }, { 3, "draw" }, { 5, "P" }, { 6, "draw" }, { 14, "N" }, { 20, "P" },
      { 29, "P" }, { 45, "P" }, { 173, "P" }, { 666, "P" },
    },
  },
  claims = {
    { "lost are 0, 5, 20, 29, 45, 80, 101, 116, ...", source = "OEIS A005240", box = { 1177 },
      check = function(n)
        local found = false
        for i = 1, #lost do found = found or lost[i] == n end
        return (outcome(n) == "P") == found
      end },
  },
}
