local k = param("k", 2, "from how many piles one must take")

assert(k >= 1, "k must be at least 1")

-- Every way to take one from each of `left` of the piles from the first-th on.
local function take(a, first, left)
  if left == 0 then
    move(a)
    return
  end
  for i = first, #a - left + 1 do
    if a[i] > 0 then take(a:with(i, a[i] - 1), i + 1, left - 1) end
  end
end

return game {
  name      = "exact-slow-nim",
  title     = "Exact Slow Nim",
  source    = "V. Gurvich, N. B. Ho (2015), Exact slow Nim",
  text      = "Piles. Take one from each of exactly k piles; whoever cannot move loses.",
  position  = piles("a"),
  symmetric = true,
  moves = function(a) take(a, 1, k) end,
  example = { 3, 5, 6 },
  known = {
    grundy  = { { {5}, 0 }, { {3, 5}, 1 }, { {4, 5}, 0 } },
    outcome = { { {1, 1, 1}, "N" } },
  },
  claims = {
    { "of two piles, with k = 2: lost iff the smaller one is even", box = { 9, 9 },
      check = function(a) return (outcome(a) == "P") == (math.min(a[1], a[2]) % 2 == 0) end },
  },
}
