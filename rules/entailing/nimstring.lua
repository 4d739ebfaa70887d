local on      = param("graph", "any", "the graph, its first vertices the ground; any: the one that the position names")
local grounds = param("grounds", 1, "how many of the first vertices are the ground")

-- Whether a coin hangs on no string.
local function is_cut_off(g, v)
  if v <= grounds then return false end
  for e in g:edges_at(v) do
    if g:at(e) == 0 then return false end
  end
  return true
end

return game {
  name        = "nimstring",
  title       = "Nimstring",
  source      = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapters 12 and 16",
  text        = [[Coins hang on strings, from each other and from the ground. Cut a string; who cuts the last one of a
coin takes the coin and has to move again. Who cannot move loses. This is Dots and Boxes with boxes as coins: each cell
of a drawing is a coin, each line of it a string, and the outside is the ground.]],
  position    = graph(on, { cells = "edges", states = "|." }),
  example     = "edges 1-2 2-3 3-4 1-4 2-4",
  independent = true,
  moves = function(g)
    for e in g:cells() do
      if g:at(e) == 0 then
        local rest = g:with(e, 1)
        local v, w = g:ends(e)
        if is_cut_off(rest, v) or is_cut_off(rest, w) then again.take(rest) else move.cut(rest) end
      end
    end
  end,
  -- A coin or two in a loop at the ground, or between two grounds, can be cut off; of three or more every cut is loony.
  known = {
    grundy = {
      { "|||||", 2 }, { ".||||", 0 }, { "cycle 3 = |||", 1 }, { "cycle 4 = ||||", 0 }, { "cycle 5 = |||||", 0 },
      { "path 2 = |", 0 }, { "path 3 = ||", "loony" }, { "path 4 = |||", "loony" },
    },
  },
}
