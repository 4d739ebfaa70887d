local vertices = param("vertices", 5, "how many points there are")

return game {
  name      = "triangle-free",
  title     = "Hajnal's triangle-free game",
  source    = "A. Seress (1992), On Hajnal's triangle-free game, Graphs and Combinatorics 8:75-79",
  text      = "Points on paper. Join two that are not joined, but make no triangle of three points that are all "
           .. "joined; whoever cannot loses.",
  position  = graph("complete " .. vertices, { cells = "edges", states = ".X" }),
  moves = function(g)
    for e in g:cells() do
      if g:at(e) == 0 then
        local v, w = g:ends(e)
        local closes = false
        for f in g:edges_at(v) do
          if g:at(f) == 1 then
            local a, b = g:ends(f)
            local third = a == v and b or a
            for h in g:edges_at(w) do
              if g:at(h) == 1 then
                local c, d = g:ends(h)
                if c == third or d == third then closes = true end
              end
            end
          end
        end
        if not closes then move(g:with(e, 1)) end
      end
    end
  end,
  known = { outcome = { { "..........", "P" }, { "X.........", "N" } } },
}
