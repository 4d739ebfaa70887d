-- bouton run partitions.lua RULES N: for each k = 2 .. N how many multisets of piles that add up to N are won, then all together.
local bouton = require "bouton"
local rules, n = arg[1], tonumber(arg[2])

-- Calls `visit` with each list of numbers that do not fall, from `least` on, and add up to `rest`.
local function each(rest, least, list, visit)
  if rest == 0 then return visit(list) end
  for first = least, rest do
    list[#list + 1] = first
    each(rest - first, first, list, visit)
    list[#list] = nil
  end
end

local all = 0
for k = 2, n do
  local parts = bouton.game(rules, { k = k })
  local won = 0
  each(n, 1, {}, function(list)
    local piles = {}
    for i, pile in ipairs(list) do piles[i] = { parts, { pile } } end
    if bouton.sum(piles):outcome() == "N" then won = won + 1 end
  end)
  print(k, won)
  all = all + won
end
print("all", all)
