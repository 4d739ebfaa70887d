-- Nimstring by ordinary moves alone: what `again` says is worked out by hand. The tests compare it with rules/entailing/nimstring.lua.
local on      = param("graph", "any", "the graph, its first vertices the ground; any: the one that the position names")
local grounds = param("grounds", 1, "how many of the first vertices are the ground")

-- How many strings a coin still has, or for the ground more than any coin; and one of them.
local function degree(g, v)
  if v <= grounds then return math.huge end
  local strings, last = 0, nil
  for e in g:edges_at(v) do
    if g:at(e) == 0 then strings, last = strings + 1, e end
  end
  return strings, last
end

local function other_end(g, e, v)
  local a, b = g:ends(e)
  return a == v and b or a
end

-- From a coin with one string along coins with two: how many these are, and how many strings the one at the end has.
local function chain(g, v)
  local _, e = degree(g, v)
  local coins = 1
  while true do
    v = other_end(g, e, v)
    local strings = degree(g, v)
    if strings ~= 2 then return coins, strings end
    coins = coins + 1
    for f in g:edges_at(v) do
      if f ~= e and g:at(f) == 0 then
        e = f
        break
      end
    end
  end
end

-- The position after all coins are taken that can be, which costs nothing; or nil for a loony one: whoever is to move
-- there may take all coins of a chain or leave the last two, and so wins whatever the rest is.
local function settled(g, vertices)
  for v = grounds + 1, vertices do
    local strings, e = degree(g, v)
    if strings == 1 then
      local coins, beyond = chain(g, v)
      if coins > (beyond == 1 and 2 or 1) then return nil end
      return settled(g:with(e, 1), vertices)
    end
  end
  return g
end

local function vertices_of(g)
  local most = grounds
  for e in g:cells() do most = math.max(most, select(2, g:ends(e))) end
  return most
end

return game {
  name        = "nimstring-settled",
  title       = "Nimstring without coins that can be taken",
  source      = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapters 12 and 16",
  text        = [[Coins hang on strings, from each other and from the ground. Cut a string; who cuts the last one of a
coin takes the coin and has to move again. Who cannot move loses. This is Dots and Boxes with boxes as coins. Values
are those of positions in which no coin can be taken at once: a coin that can is taken for nothing, and a move that
leaves a chain to be taken (a loony move) loses against any rest, so that neither counts as a move of its own.]],
  position    = graph(on, { cells = "edges", states = "|." }),
  example     = "edges 1-2 2-3 3-4 1-4 2-4",
  independent = true,
  valid = function(g) return settled(g, vertices_of(g)) == g end,
  moves = function(g)
    local vertices = vertices_of(g)
    for e in g:cells() do
      if g:at(e) == 0 then
        local rest = settled(g:with(e, 1), vertices)
        if rest then move(rest) end
      end
    end
  end,
  -- A coin or two in a loop at the ground, or between two grounds, can be cut off; of three or more every cut is loony.
  known = {
    grundy = {
      { "|||||", 2 }, { ".||||", 0 }, { "cycle 3 = |||", 1 }, { "cycle 4 = ||||", 0 }, { "cycle 5 = |||||", 0 },
    },
  },
}
