-- A position is the list of its regions, a region the list of its boundaries, a boundary the number of arms that end at
-- it. A region with a single arm is left out: nothing can happen there.

local function sorted(list)
  table.sort(list)
  return list
end

-- The boundaries but for the i-th and the j-th, and these besides.
local function with(region, i, j, ...)
  local new = { ... }
  for k, arms in ipairs(region) do
    if k ~= i and k ~= j then new[#new + 1] = arms end
  end
  return sorted(new)
end

-- Calls visit(inside, outside) with each way to deal out the boundaries but for the i-th, equal ones being the same.
local function each_division(region, i, visit)
  local rest = with(region, i, i)
  local function deal(first, inside, outside)
    if first > #rest then return visit({ table.unpack(inside) }, { table.unpack(outside) }) end
    local last = first
    while rest[last + 1] == rest[first] do last = last + 1 end
    for within = 0, last - first + 1 do
      local a, b = { table.unpack(inside) }, { table.unpack(outside) }
      for k = first, last do
        local side = k - first < within and a or b
        side[#side + 1] = rest[k]
      end
      deal(last + 1, a, b)
    end
  end
  deal(1, {}, {})
end

local function is_before(a, b)
  for i = 1, math.min(#a, #b) do
    if a[i] ~= b[i] then return a[i] < b[i] end
  end
  return #a < #b
end

return game {
  name     = "brussels-sprouts",
  title    = "Brussels Sprouts",
  source   = "J. H. Conway; M. Gardner, Scientific American 217 (July 1967)",
  text     = [[Crosses with four arms each. Draw a line from the end of an arm to the end of an arm that touches no
line, and put a bar across it, which makes two new arms, one on each side. Who cannot draw loses. A number is so many
crosses to begin with, n of them last for 5n - 2 moves, whatever is drawn: the first player wins if n is odd.
Other positions are lists of regions, these of boundaries, these the number of arms: {{4,4},{1,3}}.]],
  position = value(),
  start    = function(crosses)
    if crosses < 1 then return {} end
    local region = {}
    for i = 1, crosses do region[i] = 4 end
    return { region }
  end,
  example  = { { 4, 4 } },
  valid    = function(position)
    if type(position) ~= "table" then return false end
    for _, region in ipairs(position) do
      if type(region) ~= "table" or #region == 0 then return false end
      for _, arms in ipairs(region) do
        if math.type(arms) ~= "integer" or arms < 1 then return false end
      end
    end
    return true
  end,
  moves = function(position)
    local function become(r, ...)
      local all = {}
      for k, region in ipairs(position) do
        if k ~= r then all[#all + 1] = region end
      end
      for _, region in ipairs({ ... }) do
        if #region > 1 or region[1] > 1 then all[#all + 1] = sorted(region) end
      end
      move(all)
    end
    for r, region in ipairs(position) do
      for i, arms in ipairs(region) do
        for j = i + 1, #region do become(r, with(region, i, j, arms + region[j])) end
        for left = 0, (arms - 2) // 2 do
          each_division(region, i, function(inside, outside)
            inside[#inside + 1], outside[#outside + 1] = left + 1, arms - 1 - left
            become(r, inside, outside)
          end)
        end
      end
    end
  end,
  normalize = function(position)
    local all = {}
    for _, region in ipairs(position) do
      if #region > 1 or region[1] > 1 then all[#all + 1] = sorted(region) end
    end
    table.sort(all, is_before)
    return all
  end,
  components = function(position)
    local parts = {}
    for r, region in ipairs(position) do parts[r] = { region } end
    return parts
  end,
  -- A region with e arms at c boundaries lasts for e + c - 2 moves.
  known = {
    remoteness = {
      { {}, 0 }, { { { 4 } }, 3 }, { { { 4, 4 } }, 8 }, { { { 1, 1 } }, 2 }, { { { 2, 3 }, { 1, 2 } }, 8 },
    },
    outcome = { { { { 4 } }, "N" }, { { { 4, 4 } }, "P" }, { { { 4, 4, 4 } }, "N" }, { { { 4, 4, 4, 4 } }, "P" } },
  },
}
