local k = param("k", 2, "from how many piles one may take")

assert(k >= 1, "k must be at least 1")

-- Every way to take one from each of one to `most` of the piles from the first-th on.
local function take(a, first, most)
  for i = first, #a do
    if a[i] > 0 then
      local b = a:with(i, a[i] - 1)
      move(b)
      if most > 1 then take(b, i + 1, most - 1) end
    end
  end
end

return game {
  name      = "slow-nim",
  title     = "Slow Nim",
  source    = "V. Gurvich, S. Heubach, N. B. Ho, N. Chikin (2020), Slow k-Nim, Integers 20",
  text      = "Piles. Take one from each of at least one and at most k piles; whoever cannot move loses.",
  position  = piles("a"),
  symmetric = true,
  moves = function(a) take(a, 1, k) end,
  example = { 3, 4, 6 },
  known = {
    grundy  = { { {5}, 1 }, { {1, 1}, 2 }, { {2, 4}, 0 }, { {3, 4}, 3 } },
    outcome = { { {1, 1, 1}, "P" }, { {1, 1, 2}, "N" }, { {2, 2, 2}, "P" } },
  },
  claims = {
    { "where one may take from all piles, lost is what has even piles only", box = { 8, 8 },
      check = function(a) return (outcome(a) == "P") == (a[1] % 2 == 0 and a[2] % 2 == 0) end },
  },
}
