-- Whether k may be taken from the heaps p and q, and l, which is more than 2 k, from r.
local function leaves_order(p, q, r, k, l)
  return r < p or r < q or r - l <= math.min(p, q) - k or r - l >= math.max(p, q) - k
end

-- Whether a <= b <= c are A, B, C: A is the least number in no earlier triple, B - A the least number above 0 that is
-- no difference B - A or C - B of an earlier one, and C is A + B + n in the n-th one.
local function is_triple(a, b, c)
  local used, apart, A, n = { [0] = true }, { [0] = true }, 0, 0
  local B, C = 0, 0
  while A < a do
    n = n + 1
    while used[A] do A = A + 1 end
    local difference = 1
    while apart[difference] do difference = difference + 1 end
    B, C = A + difference, A + A + difference + n
    used[A], used[B], used[C], apart[B - A], apart[C - B] = true, true, true, true, true
  end
  return A == a and B == b and C == c
end

return game {
  name      = "tribonacci",
  title     = "The Tribonacci game",
  source    = "E. Duchene, M. Rigo (2008), A morphic approach to combinatorial games: the Tribonacci case, RAIRO "
           .. "Theoretical Informatics and Applications 42:375-393",
  text      = "Three heaps. Take any numbers from one heap or from two; or some from each, no more from one than "
           .. "from the other two together; or the same number from two and more than twice that number from the "
           .. "third, unless the third was a greatest one and comes to lie strictly between the others. Whoever "
           .. "cannot move loses. Lost are the places of the n-th a, b and c in the Tribonacci word "
           .. "abacabaabacab..., which each letter makes of a: ab, b: ac, c: a.",
  position  = { "a", "b", "c" },
  symmetric = true,
  moves = function(a, b, c)
    for i = 0, a do
      for j = 0, b do
        if i + j > 0 then move.two(a - i, b - j, c) end
      end
      for j = 1, c do move.two(a - i, b, c - j) end
    end
    for i = 1, b do
      for j = 1, c do move.two(a, b - i, c - j) end
    end
    for i = 1, a do
      for j = 1, b do
        for k = 1, c do
          if i <= j + k and j <= i + k and k <= i + j then move.three(a - i, b - j, c - k) end
        end
      end
    end
    for k = 1, math.min(a, b) do
      for l = 2 * k + 1, c do
        if leaves_order(a, b, c, k, l) then move.uneven(a - k, b - k, c - l) end
      end
    end
    for k = 1, math.min(a, c) do
      for l = 2 * k + 1, b do
        if leaves_order(a, c, b, k, l) then move.uneven(a - k, b - l, c - k) end
      end
    end
    for k = 1, math.min(b, c) do
      for l = 2 * k + 1, a do
        if leaves_order(b, c, a, k, l) then move.uneven(a - l, b - k, c - k) end
      end
    end
  end,
  example = { 3, 6, 12 },
  known = {
    outcome = {
      { {0, 0, 0}, "P" }, { {1, 2, 4}, "P" }, { {3, 6, 11}, "P" }, { {5, 9, 17}, "P" }, { {7, 13, 24}, "P" },
      { {1, 2, 3}, "N" }, { {3, 6, 10}, "N" }, { {2, 6, 13}, "N" },
    },
  },
  claims = {
    { "lost are the places of the n-th a, b and c in the Tribonacci word", source = "Duchene, Rigo 2008",
      box = { 12, 12, 12 },
      check = function(a, b, c)
        local least, most = math.min(a, b, c), math.max(a, b, c)
        return (outcome(a, b, c) == "P") == (most == 0 or is_triple(least, a + b + c - least - most, most))
      end },
  },
}
