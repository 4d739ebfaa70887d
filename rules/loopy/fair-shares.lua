local nuts = param("nuts", 10, "how many nuts there are in all")

assert(nuts >= 1, "nuts must be at least 1")

-- The heaps of a list but for those at two places, and these besides, in order.
local function with(a, i, j, count, size)
  local after = {}
  for k = 1, #a do
    if k ~= i and k ~= j then after[#after + 1] = a[k] end
  end
  for _ = 1, count do after[#after + 1] = size end
  table.sort(after)
  return after
end

return game {
  name      = "fair-shares",
  title     = "Fair Shares and Varied Pairs",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 12",
  text      = "Heaps of nuts. Share out one heap fairly, into two or more heaps that are all equal, or unite two heaps "
           .. "that are not equal; whoever cannot move, since all nuts lie alone, loses. Play may go on for ever, and "
           .. "then is drawn.",
  position  = piles("a", { min = 1, max = nuts, length = { min = 1, max = nuts } }),
  symmetric = true,
  valid = function(a)
    local sum = 0
    for i = 1, #a do sum = sum + a[i] end
    return sum == nuts
  end,
  moves = function(a)
    for i = 1, #a do
      for shares = 2, a[i] do
        if a[i] % shares == 0 then move.share(with(a, i, i, shares, a[i] // shares)) end
      end
      for j = i + 1, #a do
        if a[j] ~= a[i] then move.unite(with(a, i, j, 1, a[i] + a[j])) end
      end
    end
  end,
  example = { 1, 2, 3, 4 },
  -- One heap of more than a nut is shared out at once. Two heaps of five cannot be united, and when one is shared out,
  -- so is the other.
  known = {
    outcome = {
      { {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, "P" }, { {10}, "N" }, { {4, 1, 1, 1, 1, 1, 1}, "N" }, { {5, 5}, "P" },
    },
    remoteness = { { {10}, 1 }, { {2, 1, 1, 1, 1, 1, 1, 1, 1}, 1 }, { {5, 5}, 2 } },
  },
}
