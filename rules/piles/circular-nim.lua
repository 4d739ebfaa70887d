local k = param("k", 2, "from how many neighbouring piles one may take")

assert(k >= 1, "k must be at least 1")

-- Every way to take from the next `left` piles after the i-th, too.
local function take_more(a, i, left)
  if left == 0 then return end
  local next = i % #a + 1
  take_more(a, next, left - 1)
  for t = 1, a[next] do
    local b = a:with(next, a[next] - t)
    move(b)
    take_more(b, next, left - 1)
  end
end

return game {
  name     = "circular-nim",
  title    = "Circular Nim",
  source   = "M. Dufour, S. Heubach (2013), Circular Nim games, Electronic J. Combinatorics 20(2), P22",
  text     = "Piles in a circle. Take any numbers from at least one of k neighbouring piles; whoever cannot move "
          .. "loses.",
  position = piles("a"),
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do
        local b = a:with(i, a[i] - t)
        move(b)
        take_more(b, i, math.min(k, #a) - 1)
      end
    end
  end,
  example = { 3, 1, 2, 4 },
  known = {
    outcome = {
      { {1, 1}, "N" }, { {2, 2, 2}, "P" }, { {1, 2, 2}, "N" }, { {1, 2, 1, 2}, "P" }, { {1, 1, 2, 2}, "N" },
      { {2, 0, 1, 1, 0}, "P" }, { {3, 1, 2, 2, 1}, "P" }, { {3, 1, 2, 1, 2}, "N" },
    },
  },
  claims = {
    { "of four piles, with k = 2: lost iff those across are equal", source = "Dufour and Heubach 2013",
      box = { 5, 5, 5, 5 },
      check = function(a) return (outcome(a) == "P") == (a[1] == a[3] and a[2] == a[4]) end },
    { "of five, with k = 2: lost iff from a greatest pile a on they are a, b, c, d, b with a + b = c + d",
      source = "Dufour and Heubach 2013", box = { 3, 3, 3, 3, 3 },
      check = function(a)
        local lost = false
        for i = 0, 4 do
          local function at(j) return a[(i + j) % 5 + 1] end
          local greatest = at(0) >= math.max(at(1), at(2), at(3), at(4))
          if greatest and at(1) == at(4) and at(0) + at(1) == at(2) + at(3) then lost = true end
        end
        return (outcome(a) == "P") == lost
      end },
  },
}
