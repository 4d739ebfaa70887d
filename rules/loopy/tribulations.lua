-- OEIS A006019, from 0 to 72.
local remotenesses = {
  0, 1, 2, 1, 6, 3, 1, 5, 3, 2, 1, 2, 3, 4, 3, 1, 9, 3, 6, 7, 8, 1, 10, 3, 2, 3, 4, 5, 1, 4, 3, 8, 7, 5, 9, 7, 1, 14, 3,
  4, 7, 4, 2, 9, 4, 1, 2, 3, 4, 7, 8, 12, 16, 9, 3, 1, 12, 3, 14, 7, 6, 4, 8, 6, 3, 2, 1, 6, 3, 5, 7, 11, 4,
}

local most = param("most", 100000, "what a heap may grow to: play with a larger one is broken off, a draw")

assert(most >= 1, "most must be at least 1")

return game {
  name     = "tribulations",
  title    = "Tribulations",
  source   = "S. P. Norton; E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15; OEIS A006019 (the "
          .. "remotenesses)",
  text     = "A heap of n. Take from it the greatest triangular number 1, 3, 6, 10, ... that is not above n, or put as "
          .. "many to it; whoever takes the last one wins. (Here a heap that grows above `most` is left alone, as a "
          .. "draw: what is won or lost is so for any larger `most`.)",
  position = { { "n", max = 2 * most } },
  moves = function(n)
    if n == 0 or n > most then return end
    local k = 1
    while (k + 1) * (k + 2) // 2 <= n do k = k + 1 end
    move.take(n - k * (k + 1) // 2)
    move.put(n + k * (k + 1) // 2)
  end,
  play = function(n)
    return n > most and "draw" or "normal"
  end,
  example = { 16 },
  known = {
    remoteness = {
      { 0, 0 }, { 1, 1 }, { 2, 2 }, { 4, 6 }, { 5, 3 }, { 7, 5 }, { 16, 9 }, { 20, 8 }, { 37, 14 }, { 52, 16 },
    },
    outcome = { { 9, "P" }, { 10, "N" }, { 11, "P" }, { 13, "P" }, { 14, "N" }, { 36, "N" }, { 37, "P" } },
  },
  claims = {
    { "play lasts 0, 1, 2, 1, 6, 3, 1, 5, 3, 2, 1, 2, 3, 4, ... moves", source = "OEIS A006019", box = { 72 },
      check = function(n) return remoteness(n) == remotenesses[n + 1] end },
  },
}
