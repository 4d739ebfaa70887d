-- What hangs from the root of a tree: a list of trees, each the list of what hangs from its own root. Take a node with all that
-- hangs from it; whoever is left with the root alone has lost.

local function stalk(length)
  local trees = {}
  for _ = 1, length do trees = { trees } end
  return trees
end

-- The colon principle: a tree is worth a stalk that is one longer than the nim-sum of what hangs from its root.
local function worth(trees)
  local sum = 0
  for i = 1, #trees do sum = sum ~ (1 + worth(trees[i])) end
  return sum
end

local function with(trees, i, tree)
  local changed = {}
  for j = 1, #trees do
    if j ~= i then changed[#changed + 1] = trees[j] elseif tree then changed[#changed + 1] = tree end
  end
  return changed
end

local function each(trees, visit)
  for i = 1, #trees do
    visit(with(trees, i))
    each(trees[i], function(branches) visit(with(trees, i, branches)) end)
  end
end

return game {
  position   = value(),
  same_value = function(trees) return stalk(worth(trees)) end,
  moves      = function(trees) each(trees, move) end,
  example    = { {}, { {} } },
}
