local on = param("graph", "any", "the graph, such as cycle 9 or tree 1 1 2; any: the one that the position names")

return game {
  name      = "node-kayles",
  title     = "Node Kayles",
  source    = "T. J. Schaefer (1978); on paths: Dawson's chess, R. K. Guy, C. A. B. Smith (1956)",
  text      = "Take a vertex of the graph that is left; its neighbours go with it. Who finds no vertex loses.",
  position  = graph(on, { states = ".X" }),
  example   = "path 7",
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      if g:at(v) == 0 then
        local rest = g:with(v, 1)
        for w in g:neighbours(v) do rest = rest:with(w, 1) end
        move(rest)
      end
    end
  end,
  -- On a path of n vertices: 0.137 of n.
  known = {
    grundy = {
      { ".......", 1 }, { "X......", 1 }, { "XX.....", 3 }, { "XXX....", 0 }, { "XXXX...", 2 }, { "..X..X.", 1 },
    },
  },
}
