local faces = param("faces", { 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1 }, "sets of heaps, with 0 between them: 1,2,0,2,3")

local sets, heaps = { {} }, 0
for i = 1, #faces do
  assert(faces[i] >= 0, "faces must hold numbers of heaps, and 0 between them")
  if faces[i] == 0 then
    table.insert(sets, {})
  else
    table.insert(sets[#sets], faces[i])
    heaps = math.max(heaps, faces[i])
  end
end

-- Every way to take from at least one of the heaps that a set lists from the first-th on.
local function take(a, set, first)
  for i = first, #set do
    local heap = set[i]
    for t = 1, a[heap] do
      local b = a:with(heap, a[heap] - t)
      move(b)
      take(b, set, i + 1)
    end
  end
end

return game {
  name     = "simplicial-nim",
  title    = "Nim on a simplicial complex",
  source   = "R. Ehrenborg, E. Steingrímsson (1996), Playing Nim on a simplicial complex, Electronic J. "
          .. "Combinatorics 3, R9",
  text     = "Heaps, and sets of them. Choose a set, and take any numbers from at least one of its heaps; whoever "
          .. "cannot move loses. Single heaps are nim, all sets of k heaps are Moore's Nim.",
  position = piles("a", { length = { min = heaps, max = heaps } }),
  moves = function(a)
    for i = 1, #sets do take(a, sets[i], 1) end
  end,
  example = { 3, 1, 2, 4 },
  known = {
    outcome = {
      { {0, 0, 0, 0}, "P" }, { {1, 0, 1, 0}, "P" }, { {1, 1, 0, 0}, "N" }, { {3, 5, 3, 5}, "P" }, { {3, 1, 2, 4}, "N" },
    },
  },
  claims = {
    { "on the square, lost are heaps of which those across are equal",
      check = function(a)
        return (outcome(a) == "P") == (a[1] == a[3] and a[2] == a[4])
      end },
  },
}
