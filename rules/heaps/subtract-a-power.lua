local base = param("base", 2, "what the powers are of")

assert(base >= 2, "base must be at least 2")

return game {
  name     = "subtract-a-power",
  title    = "Subtract a power",
  source   = "For powers of two: T. S. Ferguson, Game Theory, part I, section 1.5",
  text     = "A heap of n. Take 1, or the base, or a higher power of it; whoever cannot move loses. With powers of "
          .. "two the multiples of three are lost.",
  position = { "n" },
  moves = function(n)
    local t = 1
    while t <= n do
      move(n - t)
      if t > n // base then break end
      t = t * base
    end
  end,
  example = { 20 },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 0 }, { 4, 1 }, { 8, 2 }, { 20, 2 }, { 21, 0 } } },
  claims  = {
    { "the value is n modulo 2 where the base b is odd; where it is even, with r = n modulo b + 1: 2 if r = b, else r "
      .. "modulo 2", box = { 200 },
      check = function(n)
        if base % 2 == 1 then return grundy(n) == n % 2 end
        local r = n % (base + 1)
        return grundy(n) == (r == base and 2 or r % 2)
      end },
  },
}
