local k = param("k", 2, "from how many piles one may take")

assert(k >= 1, "k must be at least 1")

-- Every way to take from one to `most` of the piles from the first-th on.
local function take(a, first, most)
  for i = first, #a do
    for t = 1, a[i] do
      local b = a:with(i, a[i] - t)
      move(b)
      if most > 1 then take(b, i + 1, most - 1) end
    end
  end
end

return game {
  name      = "moore",
  title     = "Moore's Nim",
  source    = "E. H. Moore (1910), A generalization of the game called Nim, Annals of Mathematics 11:93-94",
  text      = "Piles. Take any numbers from at least one and at most k of them; whoever takes the last one wins.",
  position  = piles("a"),
  symmetric = true,
  moves = function(a) take(a, 1, k) end,
  closed_form = { "moore", k = k },
  example = { 2, 3, 4 },
  known = {
    outcome = { { {1, 1}, "N" }, { {1, 1, 1}, "P" }, { {3, 3, 3}, "P" }, { {2, 3, 4}, "N" }, { {1, 2, 3, 3}, "P" } },
  },
}
