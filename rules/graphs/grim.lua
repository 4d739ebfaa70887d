local on = param("graph", "any", "the graph, such as cycle 9 or tree 1 1 2; any: the one that the position names")

return game {
  name      = "grim",
  title     = "Grim",
  source    = "R. Adams, J. Dixon, J. Elder, J. Peabody, O. Vega, K. Willis (2016), Combinatorial analysis of a "
           .. "subtraction game on graphs, arXiv:1507.05673",
  text      = "Take a vertex of the graph that still has a neighbour, with its edges; vertices without neighbours go "
           .. "by themselves. Whoever finds no such vertex loses.",
  position  = graph(on, { states = ".X" }),
  example   = "path 7",
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      if g:at(v) == 0 then
        local has_neighbour = false
        for w in g:neighbours(v) do
          if g:at(w) == 0 then has_neighbour = true end
        end
        if has_neighbour then move(g:with(v, 1)) end
      end
    end
  end,
  -- On a path of n vertices: the game of Officers, 0.6 of n.
  known = {
    grundy = {
      { ".......", 3 }, { "X......", 2 }, { "XX.....", 1 }, { "XXX....", 0 }, { "XXXX...", 2 }, { "XXXXX..", 1 },
      { "X.X.X.X", 0 },
    },
  },
}
