return game {
  name      = "greedy-nim",
  title     = "Greedy Nim",
  source    = "M. H. Albert, R. J. Nowakowski (2004), Nim restrictions, Integers 4, G1",
  text      = "Heaps. Take any number from a heap that no other exceeds; whoever cannot move loses. Lost are heaps "
           .. "of which an even number are greatest.",
  position  = piles("a"),
  symmetric = true,
  moves = function(a)
    local greatest = 0
    for i = 1, #a do greatest = math.max(greatest, a[i]) end
    for i = 1, #a do
      if a[i] == greatest then
        for t = 1, a[i] do move(a:with(i, a[i] - t)) end
      end
    end
  end,
  example = { 3, 5, 6 },
  known = {
    outcome = {
      { {4}, "N" }, { {3, 3}, "P" }, { {2, 3}, "N" }, { {1, 4, 4}, "P" }, { {4, 4, 4}, "N" }, { {3, 5, 6}, "N" },
      { {2, 2, 2, 2}, "P" },
    },
  },
  claims = {
    { "lost is what has an even number of greatest heaps", box = { 6, 6, 6, 6 },
      check = function(a)
        local greatest, count = math.max(a[1], a[2], a[3], a[4]), 0
        for i = 1, 4 do
          if a[i] == greatest then count = count + 1 end
        end
        return (outcome(a) == "P") == (greatest == 0 or count % 2 == 0)
      end },
  },
}
