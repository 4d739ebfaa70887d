local coins  = param("coins", { 1, 2 }, "how many coins may be turned at once; none named: any number")
local apart  = param("apart", "any", "how the coins that are turned must lie: any, together, equal (the same distance "
                                  .. "from each to the next), or mirrored (the same from both ends)")
local within = param("within", 0, "the coins that are turned must lie in so many neighbouring places; 0 for no limit")

assert(apart == "any" or apart == "together" or apart == "equal" or apart == "mirrored",
       "apart must be any, together, equal or mirrored, not " .. apart)
assert(within >= 0, "within must not be negative")
for i = 1, #coins do assert(coins[i] >= 1, "coins must hold numbers from 1 on") end

-- The numbers of coins that may be turned when the rightmost of them lies at n.
local function counts(n)
  local found = {}
  if #coins == 0 then
    for count = 1, n do table.insert(found, count) end
  end
  for i = 1, #coins do
    if coins[i] <= n then table.insert(found, coins[i]) end
  end
  return found
end

local function allowed(count)
  if #coins == 0 then return true end
  for i = 1, #coins do
    if coins[i] == count then return true end
  end
  return false
end

-- The leftmost place that may be reached from n.
local function leftmost(n)
  if within == 0 then return 1 end
  return math.max(1, n - within + 1)
end

-- Every way to turn `left` more coins at places from `low` on and below `high`.
local function any(others, left, low, high)
  if left == 0 then
    turn(table.unpack(others))
    return
  end
  for place = low + left - 1, high - 1 do
    others[left] = place
    any(others, left - 1, low, place)
  end
end

-- Coins at n, n - step, n - 2 * step, ...
local function spaced(n, count, step)
  local others = {}
  for i = 1, count - 1 do table.insert(others, n - i * step) end
  turn(table.unpack(others))
end

-- Every way to turn coins between `low` and `high`, both of which are turned, that looks the same from both ends.
local function mirrored(others, low, high, first, last)
  if first > last then
    if allowed(#others + 1) then turn(table.unpack(others)) end
    return
  end
  mirrored(others, low, high, first + 1, last - 1)
  local more = { first }
  if first < last then table.insert(more, last) end
  for i = 1, #others do table.insert(more, others[i]) end
  mirrored(more, low, high, first + 1, last - 1)
end

return game {
  name     = "turning",
  title    = "Coin-turning game",
  source   = "H. W. Lenstra (1977), Nim multiplication; E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, "
          .. "ch. 14",
  text     = "Coins in a row, at places 1, 2, 3, ... Turn some of them over, as many and as far apart as the "
          .. "parameters say; the rightmost one must go from heads to tails. Whoever cannot move loses. A row is the "
          .. "sum of its heads, each alone in a row: n is a row with heads at place n only, 0 a row of tails. (Two "
          .. "heads at one place cancel, so this holds under normal play only.)",
  companions = function(n)
    if n == 0 then return end
    local low = leftmost(n)
    if apart == "mirrored" then
      if allowed(1) then turn() end
      for first = low, n - 1 do mirrored({ first }, first, n, first + 1, n - 1) end
      return
    end
    local numbers = counts(n)
    for i = 1, #numbers do
      local count = numbers[i]
      if count == 1 then
        turn()
      elseif apart == "any" then
        any({}, count - 1, low, n)
      else
        local farthest = 1
        if apart == "equal" then farthest = (n - low) // (count - 1) end
        for step = 1, farthest do
          if n - (count - 1) * step >= low then spaced(n, count, step) end
        end
      end
    end
  end,
  example = { { 3 }, { 5 }, { 7 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 6, 6 }, { 25, 25 } } },
}
