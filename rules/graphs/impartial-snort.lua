local on = param("graph", "any", "the graph, such as cycle 9 or grid 3 4; any: the one that the position names")

return game {
  name      = "impartial-snort",
  title     = "Impartial Snort",
  source    = "after S. Norton's Snort: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 5",
  text      = "Colour a vertex with one of two colours; a neighbour may not have the other one. Who cannot loses.",
  position  = graph(on, { states = ".ab" }),
  example   = "path 7",
  symmetric = "graph",
  moves = function(g)
    for v in g:cells() do
      if g:at(v) == 0 then
        for colour = 1, 2 do
          local free = true
          for w in g:neighbours(v) do free = free and g:at(w) ~= 3 - colour end
          if free then move(g:with(v, colour)) end
        end
      end
    end
  end,
  -- A path of n vertices is won for odd n by its middle, and lost for even n: whoever answers colours the image of what
  -- was coloured, in the same colour.
  known = {
    outcome = { { ".......", "N" }, { "...a...", "P" }, { ".b...b.", "N" }, { "a.....a", "N" } },
  },
}
