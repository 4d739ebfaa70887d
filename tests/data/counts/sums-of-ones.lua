-- A counter begins at 0 and may stand at s(0), s(1), ..., where s(k) is how many ones 0 to k have in binary. Add 1 to n. From
-- s(k) on so many steps are left, until a number with more than n ones is to be passed.
local n = param("n", 20, "the most that is added")
local last = (1 << (n + 1)) - 2

local function ones(k)
  local count = 0
  while k > 0 do
    k = k & (k - 1)
    count = count + 1
  end
  return count
end

return game {
  position = { { "left", max = last } },
  moves = function(left)
    local added = 0
    for j = left - 1, 0, -1 do
      added = added + ones(last - j)
      if added > n then break end
      move["add_" .. added](j)
    end
  end,
}
