local s = param("s", 1, "how steep the band of moves from both heaps is")
local t = param("t", 2, "how wide it is")

assert(s >= 1, "s must be at least 1")
assert(t >= 1, "t must be at least 1")

-- Whether a <= b is a pair A, B: A is the least number in no earlier pair, B is s A + t n in the n-th one.
local function is_pair(a, b)
  local used, A, n = {}, 0, 0
  while A < a do
    used[A], used[s * A + t * n] = true, true
    while used[A] do A = A + 1 end
    n = n + 1
  end
  return A == a and b == s * A + t * n
end

return game {
  name      = "st-wythoff",
  title     = "(s, t)-Wythoff",
  source    = "A. S. Fraenkel (1998), Heap games, numeration systems and sequences, Annals of Combinatorics 2:197-210",
  text      = "Two heaps. Take any number from one heap, or from both k and m with 0 < k <= m < s k + t; whoever "
           .. "cannot move loses. Wythoff's Nim is s = t = 1, the generalized one s = 1. Lost are the pairs A, s A + "
           .. "t n, for n = 0, 1, 2, ..., with A the least number that is in no pair before.",
  position  = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    for k = 1, a do move.a(a - k, b) end
    for k = 1, b do move.b(a, b - k) end
    for k = 1, math.min(a, b) do
      for m = k, s * k + t - 1 do
        if k <= a and m <= b then move.both(a - k, b - m) end
        if m > k and m <= a and k <= b then move.both(a - m, b - k) end
      end
    end
  end,
  example = { 5, 9 },
  known = {
    outcome = {
      { {0, 0}, "P" }, { {1, 2}, "N" }, { {1, 3}, "P" }, { {2, 6}, "P" }, { {4, 10}, "P" }, { {5, 13}, "P" },
      { {5, 9}, "N" }, { {7, 17}, "P" },
    },
  },
  claims = {
    { "lost are the pairs A, s A + t n", source = "Fraenkel 1998", box = { 40, 40 },
      check = function(a, b) return (outcome(a, b) == "P") == is_pair(math.min(a, b), math.max(a, b)) end },
  },
}
