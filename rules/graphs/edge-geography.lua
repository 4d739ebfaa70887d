local on = param("graph", "any", "the graph, the token on vertex 1; any: the one that the position names")

-- Where the token is: at the end of the edge that it came along last, the first one (<) or the second one (>).
local function token(g)
  local here, last = 1, nil
  for e in g:cells() do
    if g:at(e) >= 2 then
      if last then return nil end  -- two tokens: no position of a game that began without one
      local a, b = g:ends(e)
      here, last = g:at(e) == 2 and a or b, e
    end
  end
  return here, last
end

return game {
  name     = "edge-geography",
  title    = "Geography on edges",
  source   = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)",
  text     = [[A token stands on vertex 1 of the graph. Each in turn moves it along an edge, which is then gone. Who
finds no edge at its vertex loses.]],
  position = graph(on, { cells = "edges", states = "|.<>" }),
  example  = "grid 3 3",
  moves = function(g)
    local here, last = token(g)
    if not here then return end
    local rest = last and g:with(last, 1) or g
    for e in g:edges_at(here) do
      if g:at(e) == 0 then
        local a = g:ends(e)
        move(rest:with(e, a == here and 3 or 2))
      end
    end
  end,
  -- A set of vertices is an even kernel if no two of them are joined and every other vertex is joined to an even number
  -- of them. A token on a vertex of one loses; in a bipartite graph it wins on all others. The four corners of a
  -- grid of 3 x 3 are such a set.
  known = { outcome = { { "||||||||||||", "P" } } },
}
