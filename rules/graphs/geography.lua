local on = param("graph", "any", "the graph, such as cycle 9 or tree 1 1 2; any: the one that the position names")

return game {
  name      = "geography",
  title     = "Geography on vertices",
  source    = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)",
  text      = [[The first player puts a token on any vertex of the graph. Then each in turn moves it along an edge to
a vertex where it has not been. Who cannot loses.]],
  position  = graph(on, { states = ".oX" }),
  example   = "grid 3 3",
  symmetric = "graph",
  moves = function(g)
    local token
    for v in g:cells() do
      if g:at(v) == 1 then
        if token then return end  -- two tokens: no position of a game that began without one
        token = v
      end
    end
    if token then
      for w in g:neighbours(token) do
        if g:at(w) == 0 then move(g:with(token, 2, w, 1)) end
      end
    else
      for v in g:cells() do
        if g:at(v) == 0 then move(g:with(v, 1)) end
      end
    end
  end,
  -- The token's vertex is won if every largest matching covers it, and lost if some leaves it out; so whoever puts it
  -- wins unless all vertices can be matched.
  known = {
    outcome = { { ".........", "N" }, { "o........", "P" }, { ".o.......", "N" }, { "....o....", "P" } },
  },
}
