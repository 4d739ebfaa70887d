-- Wythoff's Nim on the plane, with attrition and flip-flop: the pairs in four ways, the algorithm that finds the winning move, and where the
-- published claims about them hold or fail.
--
--   bouton run scripts/reproduce/wythoff.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")
local ways = bouton.wythoff

claims.open("W. A. Wythoff (1907); B. Verkhovsky (2010), Int. J. Communications, Network and System Sciences 3:793-800")

local function pair(S, L) return ("(%d,%d)"):format(S, L) end

--- The first position of a square board at which `fits(S, L)` is false, as text, or nil.
local function first_wrong(size, fits)
  for sum = 0, 2 * size do
    for S = math.max(0, sum - size), math.min(sum, size) do
      if not fits(S, sum - S) then return pair(S, sum - S) end
    end
  end
end

-- The rules told once more, so that no formula answers. `play` says who wins at the end.
local function two_heaps(play)
  return bouton.game {
    position = { "S", "L" }, symmetric = true, play = play,
    moves = function(S, L)
      for t = 1, S do move(S - t, L) end
      for t = 1, L do move(S, L - t) end
      for t = 1, math.min(S, L) do move(S - t, L - t) end
    end,
  }
end

local SIZE = 200
local normal = two_heaps("normal"):table({ SIZE, SIZE }, "outcome")
local misere = two_heaps("misere"):table({ SIZE, SIZE }, "outcome")

-- P-positions as the theorems have them.
local function is_pair(S, L)
  local d = math.abs(L - S)
  return math.min(S, L) == ways.a(d)
end
local function is_attrition_P(S, L)
  if S + L == 1 or (S == 2 and L == 2) then return true end
  return is_pair(S, L) and math.abs(L - S) >= 2
end

claims.all("P-positions are (a_n, b_n), a_n = floor(n phi), b_n = a_n + n", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return (normal[S][L] == "P") == is_pair(S, L) end))
claims.all("attrition: P-positions are (0,1), (1,0), (2,2) and the pairs with n >= 2", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return (misere[S][L] == "P") == is_attrition_P(S, L) end))

-- The pairs in four ways.
local COUNT = 100000
local sieve, recurrence = ways.sieve(COUNT), ways.recurrence(COUNT)
local difference
for n = 0, COUNT - 1 do
  local a = ways.a(n)
  if not difference and (a ~= sieve[n + 1] or a ~= recurrence[n + 1] or a ~= ways.newton(n)) then difference = "n = " .. n end
end
claims.all("square root, Newton steps, sieve and recurrence give the same pairs", "n < 100000", difference)

local wrong
for S = 1, COUNT - 1 do  -- ceil(S / phi) = a_S + 1 - S and ceil(S / phi^2) = 2 S - a_S
  local k, i = ways.a(S) + 1 - S, 2 * S - ways.a(S)
  if not wrong and (ways.a(k) == S) == (ways.a(i) + i == S) then wrong = "S = " .. S end
end
claims.all("every S is a_k with k = ceil(S/phi) or b_i with i = ceil(S/phi^2)", "S < 100000", wrong)

-- The direct algorithm. `zero`: whether k = 0 is allowed; `swap`: whether the heaps are put in order first.
local function direct_move(S, L, zero, swap)
  if swap and S > L then S, L = L, S end
  local m = L - S
  if m >= 0 then
    local a = ways.a(m)
    if S == a then return nil end
    if S > a and (zero or m > 0) then return a, a + m end
  end
  for k = zero and 0 or 1, S do
    if ways.a(k) == S and ways.a(k) + k < L then return S, ways.a(k) + k end
    if ways.a(k) + k == S and ways.a(k) < L then return ways.a(k), S end
  end
end
local function algorithm_fits(zero, swap)
  return function(S, L)
    local x, y = direct_move(S, L, zero, swap)
    if normal[S][L] == "P" then return x == nil end
    return x ~= nil and normal[x][y] == "P"
  end
end
claims.all("direct algorithm, k = 0 allowed and heaps swapped when S > L", "S, L <= 100", first_wrong(100, algorithm_fits(true, true)))
claims.all("direct algorithm without k = 0", "S, L <= 100", first_wrong(100, algorithm_fits(false, true)))
claims.all("direct algorithm without the swap", "S, L <= 100", first_wrong(100, algorithm_fits(true, false)))

-- Digits of phi.
--- floor(n phi') as text, phi' being phi cut after t digits: floor(phi 10^t) is a of 10^t.
local function with_digits(n, t)
  local power = bouton.int(10) ^ t
  return tostring((n * ways.a(power)) // power)
end
local function exact(n) return tostring(ways.a(n)) end
local bad
for n = 1, 100 do
  if not bad and with_digits(bouton.int(n), 2) ~= exact(n) then bad = ("n = %d, t = 2"):format(n) end
end
claims.all("t = k right digits of phi suffice for n <= 10^k", "n <= 100, t = 2", bad)
bad = nil
for k = 1, 60 do
  local power = bouton.int(10) ^ k
  local f, g = bouton.int(1), bouton.int(2)  -- Fibonacci numbers, at which phi is hardest to tell
  while g <= power do f, g = g, f + g end
  for _, n in ipairs { f, power, power - 1, power // 3 } do
    if not bad and with_digits(n, 2 * k + 1) ~= exact(n) then bad = "n = " .. tostring(n) end
  end
end
claims.all("2k + 1 right digits of phi suffice for n <= 10^k", "Fibonacci numbers and others up to 10^60", bad)

local function first_wrong_newton(steps)
  local n, following = 1, 2
  while n < 10^12 do
    if ways.newton(n, steps) ~= ways.a(n) then return n end
    n, following = following, n + following
  end
end
for steps, bound in ipairs { "10^3", "10^6", "10^12" } do
  steps = steps - 1
  local n = first_wrong_newton(steps)
  claims.check(("r = %d Newton steps suffice up to n = %s"):format(steps, bound), n and "first wrong: n = " .. n or "none found", n == nil)
end
local steps = {}
for _, digits in ipairs { 100, 200, 400, 800 } do
  local n = bouton.int(10) ^ digits + 7
  local a, taken = ways.newton(n)
  steps[#steps + 1] = a == ways.a(n) and taken or -1
end
claims.check("O(log log n) Newton steps: one more for twice the digits", "steps for 100 to 800 digits: " .. table.concat(steps, ", "),
             steps[1] > 0 and steps[4] - steps[1] <= 3 and steps[4] > 0)

-- Examples and the final algorithm.
claims.check("example 2: from (19,26) take 7 from both", "(12,19) is " .. normal[12][19] .. ", (11,18) is " .. normal[11][18] .. ": take 8",
             normal[12][19] == "P")
claims.check("corrected: from (19,26) take 8 from both", "(11,18) is " .. normal[11][18], normal[11][18] == "P")
claims.unchecked("example 7: m = 423311 (corrected)",
                 ("its heaps are not at hand; that pair is (%d,%d)"):format(ways.a(423311), ways.a(423311) + 423311))
claims.check("final algorithm: there is a winning move at (1,2)", "(1,2) is " .. normal[1][2], normal[1][2] == "N")
claims.check("final algorithm: the player to move wins at (0,0)", "(0,0) is " .. normal[0][0], normal[0][0] == "N")

-- Flip-flop: flips with the move or instead of it, under several conditions.
local function flip_flop(when, flips, instead)
  return bouton.game {
    position = { "S", "L", { "goal", max = 1 }, { "flips", max = flips } },
    play = function(_, _, goal) return goal == 0 and "normal" or "misere" end,
    moves = function(S, L, goal, left)
      for t = 1, S do move(S - t, L, goal, left) end
      for t = 1, L do move(S, L - t, goal, left) end
      for t = 1, math.min(S, L) do move(S - t, L - t, goal, left) end
      if left > 0 and S + L > 0 and when(S, L) then
        if instead then
          move(S, L, 1 - goal, left - 1)
        else
          for t = 1, S do move(S - t, L, 1 - goal, left - 1) end
          for t = 1, L do move(S, L - t, 1 - goal, left - 1) end
          for t = 1, math.min(S, L) do move(S - t, L - t, 1 - goal, left - 1) end
        end
      end
    end,
  }
end

--- The first position whose outcome is not that of the goal in force.
local function first_exception(game, high_S, high_L, flips)
  local outcomes = game:table({ high_S, high_L, 1, flips }, "outcome")
  for sum = 0, high_S + high_L do
    for S = math.max(0, sum - high_L), math.min(sum, high_S) do
      local L = sum - S
      for goal = 0, 1 do
        local P = goal == 0 and is_pair(S, L) or goal == 1 and is_attrition_P(S, L)
        if (outcomes[S][L][goal][flips] == "P") ~= P then return pair(S, L) .. (goal == 0 and ", normal" or ", attrition") end
      end
    end
  end
end

local conditions = {
  { "S + L >= 27", function(S, L) return S + L >= 27 end },
  { "S + L > 27", function(S, L) return S + L > 27 end },
  { "|L - S| >= 27", function(S, L) return math.abs(L - S) >= 27 end },
  { "S L >= 27", function(S, L) return S * L >= 27 end },
}
for _, condition in ipairs(conditions) do
  claims.all(("flip-flop, one flip when %s: P is that of the goal in force"):format(condition[1]), "S, L <= 30",
             first_exception(flip_flop(condition[2], 1), 30, 30, 1))
end
claims.all("the same with three flips when S + L >= 27", "S, L <= 22", first_exception(flip_flop(conditions[1][2], 3), 22, 22, 3))
local reversed = {
  { "S + L <= 27", function(S, L) return S + L <= 27 end },
  { "|L - S| <= 27", function(S, L) return math.abs(L - S) <= 27 end },
  { "S L <= 27", function(S, L) return S * L <= 27 end },
}
for _, condition in ipairs(reversed) do
  claims.all(("the same with one flip when %s"):format(condition[1]), "S, L <= 12", first_exception(flip_flop(condition[2], 1), 12, 12, 1))
end
claims.all("a flip instead of a move when S + L >= 27: the same", "S <= 12, L <= 20", first_exception(flip_flop(conditions[1][2], 1, true), 12, 20, 1))
claims.all("a flip instead of a move when |L - S| >= 27: the same", "S <= 44, L <= 71",
           first_exception(flip_flop(conditions[3][2], 1, true), 44, 71, 1))

claims.close()
