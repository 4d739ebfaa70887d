local on = param("graph", "any", "the graph, such as cycle 9 or tree 1 1 2; any: the one that the position names")

return game {
  name      = "arc-kayles",
  title     = "Arc Kayles",
  source    = "T. J. Schaefer (1978); on paths: Dawson's Kayles, R. K. Guy, C. A. B. Smith (1956)",
  text      = "Take two neighbouring vertices of the graph, with the edge between them. Who finds no two loses.",
  position  = graph(on, { states = ".X" }),
  example   = "path 8",
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      for w in g:neighbours(v) do
        if v < w and g:at(v) == 0 and g:at(w) == 0 then move(g:with(v, 1, w, 1)) end
      end
    end
  end,
  -- On a path of n vertices: 0.07 of n.
  known = {
    grundy = {
      { "........", 1 }, { "X.......", 1 }, { "XX......", 3 }, { "XXX.....", 0 }, { "XXXX....", 2 }, { "...X....", 3 },
    },
  },
}
