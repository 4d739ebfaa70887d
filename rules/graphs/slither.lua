local on = param("graph", "any", "the graph, such as cycle 9 or grid 3 4; any: the one that the position names")

return game {
  name      = "slither",
  title     = "Slither",
  source    = "D. L. Silverman; W. N. Anderson (1974), Maximum matching and the game of Slither, J. Combin. Theory B "
           .. "17:234-239",
  text      = "Draw a path on the graph: the first player any edge, then each in turn one more edge at either end of "
           .. "it, to a vertex where it has not been. Whoever cannot loses.",
  position  = graph(on, { states = ".oX" }),
  example   = "grid 2 3",
  symmetric = "graph",
  moves = function(g)
    local ends = 0
    for v in g:cells() do
      if g:at(v) == 1 then ends = ends + 1 end
    end
    for v in g:cells() do
      for w in g:neighbours(v) do
        if g:at(w) == 0 then
          if ends == 2 and g:at(v) == 1 then move(g:with(v, 2, w, 1)) end
          if ends == 0 and g:at(v) == 0 and v < w then move(g:with(v, 1, w, 1)) end
        end
      end
    end
  end,
  -- Where all vertices can be matched, who begins wins: by an edge of the matching, and from each new vertex on by the
  -- edge to its partner.
  known = { outcome = { { "......", "N" }, { "oo....", "P" }, { "oXo...", "N" } } },
}
