local piles_of = param("piles", 2, "how many piles")
local together = param("together", { 1, 2 }, "what may be taken from the piles at once, besides the moves of Nim: for "
                       .. "each way one number for each pile")

assert(piles_of >= 1, "piles must be at least 1")
assert(#together % piles_of == 0, "together must have one number for each pile, for each way")
for _, taken in ipairs(together) do assert(taken >= 0, "together must not have negative numbers") end

-- The ways that take something.
local ways = {}
for first = 1, #together, piles_of do
  local way, sum = {}, 0
  for i = 1, piles_of do
    way[i] = together[first + i - 1]
    sum = sum + way[i]
  end
  if sum > 0 then ways[#ways + 1] = way end
end

-- Whether a way always changes the nim-sum: of the numbers that it takes those that can be halved least often are odd
-- in number. Each of them changes one binary digit of its pile, the same one for all, and no other number does.
local function changes_nim_sum(way)
  local least, count = nil, 0
  for _, taken in ipairs(way) do
    if taken > 0 then
      local power = taken & -taken
      if not least or power < least then least, count = power, 1
      elseif power == least then count = count + 1 end
    end
  end
  return count % 2 == 1
end

local box = {}
for i = 1, piles_of do box[i] = piles_of > 2 and 7 or 24 end

local all_change = true
for _, way in ipairs(ways) do all_change = all_change and changes_nim_sum(way) end

return game {
  name     = "nimhoff",
  title    = "Nimhoff",
  source   = "A. S. Fraenkel, M. Lorberbom (1991), Nimhoff games, J. Combin. Theory A 58:1-25; A. Blass, "
          .. "A. S. Fraenkel, R. Guelman (1998), How far can Nim in disguise be stretched?, J. Combin. Theory A "
          .. "84:145-156",
  text     = "Piles. Take any number from one pile, or from the piles at once what one of some ways says; whoever "
          .. "cannot move loses. The ways are a parameter: -p together=1,2,2,1 takes 1 and 2, or 2 and 1, from two "
          .. "piles. As long as all of them change the nim-sum of the piles wherever they are taken, the value is that "
          .. "nim-sum, as in Nim.",
  position = piles("a", { length = { min = piles_of, max = piles_of } }),
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do move.one(a:with(i, a[i] - t)) end
    end
    for _, way in ipairs(ways) do
      local left, fits = a, true
      for i = 1, #a do
        fits = fits and way[i] <= a[i]
        if fits then left = left:with(i, a[i] - way[i]) end
      end
      if fits then move.together(left) end
    end
  end,
  example = { 5, 7 },
  known   = {
    grundy  = { { { 0, 0 }, 0 }, { { 1, 2 }, 3 }, { { 4, 4 }, 0 }, { { 5, 7 }, 2 }, { { 6, 5 }, 3 }, { { 9, 9 }, 0 } },
  },
  claims = {
    { "where every way changes the nim-sum of the piles, the value is that nim-sum",
      box = box,
      check = function(a)
        if not all_change then return true end
        local sum = 0
        for i = 1, #a do sum = sum ~ a[i] end
        return grundy(a) == sum
      end },
  },
}
