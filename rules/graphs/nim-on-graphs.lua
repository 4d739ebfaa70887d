local edges = param("edges", { 1, 2, 2, 3, 3, 1 }, "the ends of each edge, one edge after another: 1,2,2,3 is a path")

assert(#edges > 0 and #edges % 2 == 0, "edges must have two numbers for each edge")
local vertices = 0
for i = 1, #edges do
  assert(edges[i] >= 1, "edges must hold numbers from 1 on")
  vertices = math.max(vertices, edges[i])
end

return game {
  name     = "nim-on-graphs",
  title    = "Nim on graphs",
  source   = "M. Fukuyama (2003), A Nim game played on graphs, Theoretical Computer Science 304:387-399",
  text     = "A piece on a vertex of a graph, with a number on each edge. Choose an edge at the piece, make its "
          .. "number smaller, and move the piece along it to its other end; whoever cannot move loses. A position is "
          .. "the vertex of the piece, then the numbers of the edges. With two vertices it is nim.",
  position = piles("a", { length = { min = 1 + #edges // 2, max = 1 + #edges // 2 } }),
  valid = function(a) return a[1] >= 1 and a[1] <= vertices end,
  moves = function(a)
    for i = 2, #a do
      local v, w = edges[2 * i - 3], edges[2 * i - 2]
      for value = 0, a[i] - 1 do
        if v == a[1] then move(a:with(i, value):with(1, w)) end
        if w == a[1] and w ~= v then move(a:with(i, value):with(1, v)) end
      end
    end
  end,
  example = { 1, 2, 1, 2 },
  known = { outcome = { { {1, 0, 0, 0}, "P" }, { {1, 1, 0, 0}, "N" }, { {1, 1, 1, 1}, "N" }, { {1, 2, 1, 2}, "N" } } },
  claims = {
    { "on the triangle, the player to move wins while no edge is at 0",
      check = function(a)
        return a[2] * a[3] * a[4] == 0 or outcome(a) == "N"
      end },
  },
}
