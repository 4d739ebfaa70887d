local last = param("last", 1, "1 if one may be taken from a heap of one, 0 if not")

assert(last == 0 or last == 1, "last must be 0 or 1")

local function common_divisor(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

-- The number of primes up to the least one that divides n > 1.
local function least_prime(n)
  local count = 0
  for p = 2, n do
    local prime = true
    for d = 2, p - 1 do
      if p % d == 0 then prime = false end
    end
    if prime then
      count = count + 1
      if n % p == 0 then return count end
    end
  end
end

return game {
  name     = "prim",
  title    = "Prim",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text     = "A heap of n. Take a number that has no divisor above 1 in common with n; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for t = 1, n do
      if common_divisor(n, t) == 1 and (n > 1 or last == 1) then move(n - t) end
    end
  end,
  example = { 15 },
  known   = {
    grundy = { { 1, 1 }, { 2, 0 }, { 3, 2 }, { 5, 3 }, { 7, 4 }, { 15, 2 }, { 24, 0 }, { 25, 3 }, { 49, 4 } },
  },
  claims  = {
    { "the value is k where the k-th prime is the least that divides n, but 0 for even numbers",
      source = "Winning Ways, ch. 4", box = { { 2, 150 } },
      check = function(n)
        if n % 2 == 0 then return grundy(n) == 0 end
        return grundy(n) == least_prime(n)
      end },
  },
}
