local h = param("h", 3, "fewer than so many may be taken together from several piles")

assert(h >= 1, "h must be at least 1")

-- Every way to take up to `most` together from the piles from the first-th on, when some were taken already.
local function take_more(a, first, most)
  for i = first, #a do
    for t = 1, math.min(most, a[i]) do
      local b = a:with(i, a[i] - t)
      move.several(b)
      take_more(b, i + 1, most - t)
    end
  end
end

return game {
  name      = "cyclic-nimhoff",
  title     = "Cyclic Nimhoff",
  source    = "A. S. Fraenkel, M. Lorberbom (1991), Nimhoff games, J. Combin. Theory A 58:1-25",
  text      = "Piles. Take any number from one pile, or fewer than h in all from several piles; whoever cannot move "
           .. "loses. The value is h times the nim-sum of the piles divided by h, rounded down, and all of them "
           .. "modulo h.",
  position  = piles("a"),
  symmetric = true,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] do move.one(a:with(i, a[i] - t)) end
      for t = 1, math.min(h - 2, a[i]) do take_more(a:with(i, a[i] - t), i + 1, h - 1 - t) end
    end
  end,
  example = { 3, 5, 7 },
  known = {
    grundy = {
      { {5}, 5 }, { {1, 1}, 2 }, { {1, 2}, 0 }, { {2, 2}, 1 }, { {3, 5}, 2 }, { {3, 5, 7}, 6 },
      { {4, 8, 9}, 0 },
    },
  },
  claims = {
    { "the value of three piles is h ((a/h) xor (b/h) xor (c/h)) + (a + b + c mod h)",
      source = "Fraenkel and Lorberbom 1991", box = { 9, 9, 9 },
      check = function(a)
        return grundy(a) == h * (a[1] // h ~ a[2] // h ~ a[3] // h) + (a[1] + a[2] + a[3]) % h
      end },
  },
}
