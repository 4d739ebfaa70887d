return game {
  name      = "antonim",
  title     = "Antonim",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15",
  text      = "Heaps, no two of which may be equal unless they are empty. Take any number from one heap; whoever "
           .. "cannot move loses. Of three heaps, one of which may be empty, lost is what has nim-sum 0 with one "
           .. "more in each.",
  position  = piles("a"),
  symmetric = true,
  valid = function(a)
    for i = 2, #a do
      for j = 1, i - 1 do
        if a[i] == a[j] and a[i] > 0 then return false end
      end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do
        local left, free = a[i] - t, true
        for j = 1, #a do
          if a[j] == left and left > 0 then free = false end
        end
        if free then move(a:with(i, left)) end
      end
    end
  end,
  example = { 2, 5, 9 },
  known = {
    outcome = {
      { {0}, "P" }, { {3}, "N" }, { {1, 2}, "P" }, { {3, 4}, "P" }, { {1, 3}, "N" }, { {1, 4, 6}, "P" },
      { {2, 3, 6}, "P" }, { {2, 5, 9}, "N" },
    },
  },
  claims = {
    { "three heaps that are not all empty are lost iff they have nim-sum 0 with one more in each",
      source = "Winning Ways, ch. 15", box = { 12, 12, 12 },
      check = function(a)
        if a[1] + a[2] + a[3] == 0 then return outcome(a) == "P" end
        return (outcome(a) == "P") == ((a[1] + 1) ~ (a[2] + 1) ~ (a[3] + 1) == 0)
      end },
  },
}
