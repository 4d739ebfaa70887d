local on = param("graph", "any", "the graph, with vertex 1 as the ground; any: the one that the position names")

-- What hangs in the air falls: the edges that still are joined to the ground are found from it, vertex by vertex.
local function fallen(g)
  local reached, queue, next = { true }, { 1 }, 1
  while queue[next] do
    for e in g:edges_at(queue[next]) do
      if g:at(e) == 0 then
        for _, v in ipairs { g:ends(e) } do
          if not reached[v] then
            reached[v] = true
            queue[#queue + 1] = v
          end
        end
      end
    end
    next = next + 1
  end
  for e in g:cells() do
    if not reached[g:ends(e)] then g = g:with(e, 1) end
  end
  return g
end

return game {
  name      = "green-hackenbush",
  title     = "Green Hackenbush",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 7",
  text      = "Cut an edge of the graph; what is no longer joined to the ground falls down. Who finds no edge loses.",
  position  = graph(on, { cells = "edges", states = "|." }),
  example   = "tree 1 1 2 2 5",
  moves = function(g)
    for e in g:cells() do
      if g:at(e) == 0 then move(fallen(g:with(e, 1))) end
    end
  end,
  -- Edges 1-2, 1-3, 2-4, 2-5, 5-6. The colon principle: branches at a vertex are one stalk, as long as the sum of their
  -- values without carry. At vertex 2 stalks of 1 and 2 are one of 3; with the edge 1-2 that is 4, beside 1-3: 4 xor 1.
  known = {
    grundy = { { "|||||", 5 }, { "|.|||", 4 }, { "||||.", 0 }, { "|..||", 3 }, { ".|...", 1 }, { ".....", 0 } },
  },
}
