local on = param("graph", "any", "the graph, such as complete 5 or tree 1 1 2; any: the one that the position names")

return game {
  name      = "odd-odd",
  title     = "Odd/odd vertex removal",
  source    = "P. Ottaway; O. Krueger (2014), Note on odd/odd vertex removal games on bipartite graphs, Integers 14, "
           .. "#G07",
  text      = "Take a vertex of the graph from which an odd number of edges go to vertices that are left; they go with "
           .. "it. Whoever finds no such vertex loses. On a bipartite graph each move takes the number of edges from "
           .. "odd to even or back, and the value is 1 where it is odd, else 0.",
  position  = graph(on, { states = ".X" }),
  example   = "edges 1-4 2-6 3-4 3-5 4-5",
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      if g:at(v) == 0 then
        local odd = false
        for w in g:neighbours(v) do
          if g:at(w) == 0 then odd = not odd end
        end
        if odd then move(g:with(v, 1)) end
      end
    end
  end,
  known = {
    grundy = {
      { "edges 1-4 2-6 3-4 3-5 4-5 = ......", 3 }, { "path 2 = ..", 1 }, { "path 3 = ...", 0 },
      { "path 8 = ........", 1 }, { "path 8 = ...X....", 1 },
      { "cycle 3 = ...", 0 }, { "cycle 6 = ......", 0 }, { "cycle 6 = .....X", 0 }, { "star 3 = ....", 1 },
      { "grid 2 3 = ......", 1 }, { "bipartite 3 3 = ......", 1 }, { "tree 1 1 2 2 3 = ......", 1 },
    },
  },
}
