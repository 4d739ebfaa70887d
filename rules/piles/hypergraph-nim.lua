local edges = param("edges", { 1, 2, 0, 2, 3, 0, 1, 3 }, "sets of heaps, with 0 between them: 1,2,0,2,3")

local sets, heaps = { {} }, 0
for i = 1, #edges do
  assert(edges[i] >= 0, "edges must hold numbers of heaps, and 0 between them")
  if edges[i] == 0 then
    table.insert(sets, {})
  else
    table.insert(sets[#sets], edges[i])
    heaps = math.max(heaps, edges[i])
  end
end
for i = 1, #sets do assert(#sets[i] > 0, "no set of edges may be empty") end

-- Every way to take from all the heaps that a set lists from the i-th on.
local function take(a, set, i)
  if i > #set then
    move(a)
    return
  end
  local heap = set[i]
  for t = 1, a[heap] do take(a:with(heap, a[heap] - t), set, i + 1) end
end

return game {
  name     = "hypergraph-nim",
  title    = "Hypergraph Nim",
  source   = "E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic (2017), Tetris hypergraphs and combinations of "
          .. "impartial games, arXiv:1701.02819",
  text     = "Heaps, and sets of them. Choose a set, and take at least one from each of its heaps; whoever cannot "
          .. "move loses. The sets here are all pairs of three heaps: the value is the greatest number of moves.",
  position = piles("a", { length = { min = heaps, max = heaps } }),
  moves = function(a)
    for i = 1, #sets do take(a, sets[i], 1) end
  end,
  example = { 3, 4, 5 },
  known = { grundy = { { {0, 0, 5}, 0 }, { {1, 1, 1}, 1 }, { {1, 1, 4}, 2 }, { {2, 3, 3}, 4 }, { {3, 4, 5}, 6 } } },
  claims = {
    { "with all pairs of three heaps the value is the greatest number of moves: half of all, or all but the "
      .. "greatest heap",
      check = function(a)
        local all = a[1] + a[2] + a[3]
        return grundy(a) == math.min(all // 2, all - math.max(a[1], a[2], a[3]))
      end },
  },
}
