-- A position is the list of the numbers that were named, without those that are sums of others.

-- The numbers that are not sums of named ones. These have no common divisor: so that there are finitely many.
local function gaps(named)
  local reached, all, in_a_row, n = { [0] = true }, {}, 0, 0
  while in_a_row < named[1] do
    n = n + 1
    for _, coin in ipairs(named) do
      if coin > n then break end
      if reached[n - coin] then
        reached[n] = true
        break
      end
    end
    if reached[n] then
      in_a_row = in_a_row + 1
    else
      in_a_row = 0
      all[#all + 1] = n
    end
  end
  return all
end

-- Whether a number is a sum of the first so many named ones.
local function is_sum(number, named, count)
  local reached = { [0] = true }
  for n = 1, number do
    for i = 1, count do
      if named[i] <= n and reached[n - named[i]] then
        reached[n] = true
        break
      end
    end
  end
  return reached[number] == true
end

-- The named numbers in order, without those that are sums of smaller ones.
local function needed(named)
  table.sort(named)
  local all = {}
  for _, n in ipairs(named) do
    if not is_sum(n, all, #all) then all[#all + 1] = n end
  end
  return all
end

local function common_divisor(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

return game {
  name     = "sylver-coinage",
  title    = "Sylver Coinage",
  source   = "J. H. Conway; R. K. Guy, Twenty questions concerning sylver coinage (1976); Winning Ways, ch. 18",
  text     = [[Name a number that is not a sum of numbers named before, perhaps equal ones. Who names 1 loses;
so 1 is left out, and who cannot name any other number loses. A position is the list of numbers named, {5,7}. Only
positions without a common divisor are answered: from others there are infinitely many moves, and no search tells all of
them. So nothing is said about the first move of the game, or about {4,6} or {16}.]],
  position = value(),
  example  = { 4, 5 },
  valid    = function(named)
    if type(named) ~= "table" or #named == 0 then return false end
    local divisor = 0
    for _, n in ipairs(named) do
      if math.type(n) ~= "integer" or n < 2 or n > 10000 then return false end
      divisor = common_divisor(divisor, n)
    end
    return divisor == 1
  end,
  moves = function(named)
    table.sort(named)
    for _, n in ipairs(gaps(named)) do
      if n > 1 then
        local more = { n }
        for i, m in ipairs(named) do more[i + 1] = m end
        move(needed(more))
      end
    end
  end,
  normalize = needed,
  -- Two numbers without a common divisor are N, but for 2 and 3 (R. L. Hutchings; Winning Ways). The others are answers
  -- of the tables there.
  known = {
    outcome = {
      { { 2, 3 }, "P" }, { { 2, 5 }, "N" }, { { 3, 4 }, "N" }, { { 3, 5 }, "N" }, { { 4, 5 }, "N" }, { { 4, 7 }, "N" },
      { { 5, 6 }, "N" }, { { 4, 5, 11 }, "P" }, { { 4, 7, 13 }, "P" }, { { 5, 6, 19 }, "P" },
    },
  },
}
