-- Wythoff's Nim on the plane, with attrition and flip-flop: every claim of the text, in its order where it can be, each with the section that
-- states it, and where it holds or fails. The steps of its algorithms are printed by wythoff-pairs.lua and wythoff-move.lua beside this file.
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

-- Sections 1 to 3: the game, and the properties of its winning points. "Winning" is said of the player who has moved there: P.
local first_draw = first_wrong(SIZE, function(S, L) return normal[S][L] ~= "draw" end)
claims.all("the game is categorical: no draw is possible (section 1)", "S, L <= 200", first_draw)

local game = bouton.game("wythoff")
--- The positions that one move leads to.
local function after(S, L)
  local found = {}
  for _, move in ipairs(game:options(S, L)) do found[#found + 1] = move.to[1] end
  return found
end
local function has_P_option(S, L)
  for _, to in ipairs(after(S, L)) do
    if normal[to[1]][to[2]] == "P" then return true end
  end
  return false
end
local reaches_corner = false
for _, to in ipairs(after(1, 2)) do reaches_corner = reaches_corner or to[1] + to[2] == 0 end
claims.check("example 1: from (1,2) no move leads to (0,0) (section 2)", reaches_corner and "one does" or "none does", not reaches_corner)
local unanswered
for _, to in ipairs(after(3, 5)) do
  local answered = false
  for _, reply in ipairs(after(to[1], to[2])) do
    local low, high = math.min(reply[1], reply[2]), math.max(reply[1], reply[2])
    answered = answered or (low == 0 and high == 0) or (low == 1 and high == 2)
  end
  if not answered then unanswered = pair(to[1], to[2]) end
end
claims.all("example 1: after any move from (3,5), (0,0) or (1,2) can be reached (section 2)", "all 11 moves", unanswered)

claims.all("P1: with (c,d) also (d,c) is a winning point (section 3)", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return normal[S][L] == normal[L][S] end))
claims.all("P2: no winning point but (0,0) has equal coordinates (section 3)", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return S ~= L or S == 0 or normal[S][L] == "N" end))
claims.all("P3: no move leads from a winning point to another, one does from every other (section 3)", "S, L <= 60",
           first_wrong(60, function(S, L) return (normal[S][L] == "P") ~= has_P_option(S, L) end))
local from_7_9 = {}
for _, move in ipairs(game:winning_moves(7, 9)) do
  local x, y = move.to[1][1], move.to[1][2]
  from_7_9[#from_7_9 + 1] = pair(math.min(x, y), math.max(x, y))
end
table.sort(from_7_9)
claims.check("P3: at (7,9) two moves win, to (4,7) and (3,5) (section 3)", table.concat(from_7_9, " "), table.concat(from_7_9, " ") == "(3,5) (4,7)")

local points, by_difference, by_number, P4, P5, P6 = {}, {}, {}, nil, nil, nil
for S = 0, SIZE do
  for L = S + 1, SIZE do
    if normal[S][L] == "P" then points[#points + 1] = { S, L } end
  end
end
for n, point in ipairs(points) do
  local c, d = point[1], point[2]
  P4 = P4 or by_difference[d - c] and pair(c, d)
  P5 = P5 or (by_number[c] or by_number[d]) and pair(c, d)
  P6 = P6 or d - c ~= n and pair(c, d) or nil
  by_difference[d - c], by_number[c], by_number[d] = true, true, true
end
claims.all("P4, proposition 1: no two winning points have the same difference (section 3)", "S < L <= 200", P4)
claims.all("P5: all coordinates of winning points are distinct (section 3)", "S < L <= 200", P5)
claims.all("P6, proposition 2: the n-th winning point has difference n (section 3)", "S < L <= 200", P6)
local P7
for step = 1, 99 do
  local x = 1 + step / 100
  for _ = 1, 60 do x = (x * x + 1) / (2 * x - 1) end
  if math.abs(x - (1 + math.sqrt(5)) / 2) > 1e-12 then P7 = P7 or ("x_0 = %.2f"):format(1 + step / 100) end
end
claims.all("P7a, theorem 1: from every 1 < x_0 < 2 the steps (4) lead to the limit G = phi (section 3)", "x_0 = 1.01, 1.02, ..., 1.99", P7)
claims.all("P7c, theorem 1: (S,L) is a winning point if S = floor((L - S) G) (section 3)", "S <= L <= 200", first_wrong(SIZE, function(S, L)
  return S > L or S ~= ways.newton(L - S) or normal[S][L] == "P"
end))

-- Section 4: the game of table 1, which `bouton play --replay scripts/reproduce/wythoff-table-1.txt` shows move by move.
local played = { { 29, 51 }, { 23, 51, "horizontal" }, { 14, 23, "vertical" }, { 6, 15, "diagonal" }, { 6, 10, "vertical" }, { 4, 6, "vertical" },
                 { 3, 5, "diagonal" } }
local illegal, not_winning
for i = 2, #played do
  local S, L, kind = played[i - 1][1], played[i - 1][2], nil
  for _, move in ipairs(game:options(S, L)) do
    local x, y = move.to[1][1], move.to[1][2]
    if math.min(x, y) == played[i][1] and math.max(x, y) == played[i][2] then kind = move.label end
  end
  if kind ~= played[i][3] then illegal = illegal or ("move %d"):format(i - 1) end
  local P = normal[played[i][1]][played[i][2]] == "P"
  if P ~= (i % 2 == 1) then not_winning = not_winning or ("move %d"):format(i - 1) end
end
claims.all("table 1: its moves are possible, and of the types that are given (section 4)", "6 moves", illegal)
claims.all("table 1: Cora is in a winning point after each of her moves, Hugo never (section 4)", "6 moves", not_winning)

claims.all("P-positions are (a_n, b_n), a_n = floor(n phi), b_n = a_n + n (theorem 2)", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return (normal[S][L] == "P") == is_pair(S, L) end))
claims.all("attrition: P-positions are (0,1), (1,0), (2,2) and the pairs with n >= 2 (section 21)", "S, L <= 200",
           first_wrong(SIZE, function(S, L) return (misere[S][L] == "P") == is_attrition_P(S, L) end))

-- The pairs in four ways.
local COUNT = 100000
local sieve, recurrence = ways.sieve(COUNT), ways.recurrence(COUNT)
local difference
for n = 0, COUNT - 1 do
  local a = ways.a(n)
  if not difference and (a ~= sieve[n + 1] or a ~= recurrence[n + 1] or a ~= ways.newton(n)) then difference = "n = " .. n end
end
claims.all("square root, Newton steps, sieve and recurrence give the same pairs (sections 5, 6)", "n < 100000", difference)

-- Section 5: the system of equations, and the sieve L1 to L6.
local MANY = 20000
local in_A, in_B = {}, {}
for n = 1, MANY do
  local a = sieve[n + 1]
  in_A[a], in_B[a + n] = true, true
end
local overlap, missing
for x = 1, sieve[MANY + 1] do
  if in_A[x] and in_B[x] then overlap = overlap or tostring(x) end
  if not in_A[x] and not in_B[x] then missing = missing or tostring(x) end
end
claims.all("(6): no number is in both sequences (section 5)", ("numbers up to a_%d"):format(MANY), overlap)
claims.all("(8): every number is in one of them (section 5)", ("numbers up to a_%d"):format(MANY), missing)
local steps_of_sieve = ways.sieve_steps(MANY)
local off
for n, step in ipairs(steps_of_sieve) do
  if step.b - step.a ~= n then off = off or "n = " .. n end
end
claims.all("(7), (11): the differences b_n - a_n are 1, 2, 3, ... (section 5)", "n <= 20000", off)
local listed = {}
for n = 1, 17 do listed[n] = pair(steps_of_sieve[n].a, steps_of_sieve[n].b) end
claims.check("L1 to L6 give the 17 points of W (section 5)", table.concat(listed, " ", 1, 4) .. " ... " .. listed[17], table.concat(listed) ==
  "(1,2)(3,5)(4,7)(6,10)(8,13)(9,15)(11,18)(12,20)(14,23)(16,26)(17,28)(19,31)(21,34)(22,36)(24,39)(25,41)(27,44)")
local step = steps_of_sieve[18]
claims.check("then J = {11, ..., 17}, u = 29 and w_18 = (29,47) (section 5)",
             ("J = {%d, ..., %d}, u = %d, w_18 = %s"):format(step.first, step.last, step.u, pair(step.a, step.b)),
             step.first == 11 and step.last == 17 and step.u == 29 and step.b == 47)

-- Section 6: the recurrence W1 to W3, with what c_n and j_n are said to be.
local covered, c, wrong_c = {}, 0, nil
for n, now in ipairs(ways.recurrence_steps(MANY)) do
  covered[now.a], covered[now.b] = true, true
  while covered[c + 1] do c = c + 1 end
  local fits = now.a == steps_of_sieve[n].a and now.c == c and steps_of_sieve[now.j].b <= c
  if fits and now.j < n then fits = steps_of_sieve[now.j + 1].b > c end
  if not fits then wrong_c = wrong_c or "n = " .. n end
end
claims.all("W1 to W3: c_n ends the numbers that n points cover, j_n is the last b_j among them (section 6)", "n <= 20000", wrong_c)
claims.unchecked("one trillion pairs are beyond the memory of a PC (section 8)", "at 16 bytes a pair they would take 16 TB; a_n and b_n are computed directly")

-- Section 9: conjectures 1 to 3, which Wythoff's theorem proves.
local phi = (1 + math.sqrt(5)) / 2
local C1, C2, ratio
for n = 1, MANY do
  local a = sieve[n + 1]
  if math.abs(a / n - phi) >= 1 / n then C1 = C1 or "n = " .. n end
  if math.abs((a + n) / a - phi) >= 2 / n then ratio = ratio or "n = " .. n end
  if a ~= ways.a(n) then C2 = C2 or "n = " .. n end
end
claims.all("conjecture 1, C1: a_m/m tends to z; it is less than 1/m away (section 9)", "m <= 20000", C1)
claims.all("conjecture 1, C2: a_n = floor(n z) for every n (section 9)", "n <= 20000", C2)
claims.all("conjecture 2: b_n/a_n tends to z; it is less than 2/n away (section 9)", "n <= 20000", ratio)
local clash
for s = 1, 40 do
  for q = s + 1, 2 * s - 1 do
    for t = 1, 3 do
      local n, r = (q + s) * s * t, q * s * t  -- (18)
      local a_n, b_r = n * q // s, r * q // s + r
      if a_n ~= b_r or a_n ~= (q + s) * q * t then clash = clash or ("z = %d/%d, t = %d"):format(q, s, t) end
    end
  end
end
claims.all("theorem 3: were z = q/s, then a_n = b_r for n = (q+s)st, r = qst, against (6) (section 9)", "s <= 40, 1 < q/s < 2, t <= 3", clash)
claims.check("conjecture 3, (24): z = g + 1 solves x^2 - x - 1 = 0 (section 9)", ("a_n/n for n = 10^15: %.12f, phi: %.12f"):format(ways.a(10^15 | 0) / 1e15, phi),
             math.abs(phi * phi - phi - 1) < 1e-12 and math.abs(ways.a(10^15 | 0) / 1e15 - phi) < 1e-14)

-- The five states, and the algorithm (sections 7, 10, 11).
local expected_state = { aa = "B", ab = "C", ba = "D", bb = "E" }
claims.all("every state with 0 < S < L is in just one of the cases A to E (section 9)", "S < L <= 200", first_wrong(SIZE, function(S, L)
  if S == 0 or S >= L then return true end
  local read = ways.read(S, L)
  local state = read.S_is == "a" and read.L_is == "b" and read.S_index == read.L_index and "A" or expected_state[read.S_is .. read.L_is]
  local value = { a = function(k) return ways.a(k) end, b = function(k) return ways.a(k) + k end }
  return read.state == state and (state == "A") == (normal[S][L] == "P") and value[read.S_is](read.S_index) == S and value[read.L_is](read.L_index) == L
end))
claims.all("T2, V1: S > a_m implies L > b_m, and the d-move leads to (a_m, b_m) (sections 7, 11)", "S <= L <= 200", first_wrong(SIZE, function(S, L)
  local a = ways.a(math.abs(L - S))
  return S > L or S <= a or (L > a + L - S and normal[a][a + L - S] == "P")
end))
claims.all("T3, V2: S < a_m implies S = a_k or S = b_i with k, i < m (sections 7, 11)", "0 < S <= L <= 200", first_wrong(SIZE, function(S, L)
  if S == 0 or S > L or S >= ways.a(L - S) then return true end
  local _, k = ways.place(S)
  return k < L - S
end))
claims.all("T3a, V3: if S = a_k < a_m then L > b_k (sections 7, 11)", "0 < S <= L <= 200", first_wrong(SIZE, function(S, L)
  if S == 0 or S > L or S >= ways.a(L - S) then return true end
  local column, k = ways.place(S)
  return column == "b" or L > ways.a(k) + k
end))
claims.all("T3b, V4: if S = b_i then L > a_i (sections 7, 11)", "0 < S <= L <= 200", first_wrong(SIZE, function(S, L)
  if S == 0 or S > L then return true end
  local column, i = ways.place(S)
  return column == "a" or L > ways.a(i)
end))

local wrong
for S = 1, COUNT - 1 do  -- ceil(S / phi) = a_S + 1 - S and ceil(S / phi^2) = 2 S - a_S
  local k, i = ways.a(S) + 1 - S, 2 * S - ways.a(S)
  if not wrong and (ways.a(k) == S) == (ways.a(i) + i == S) then wrong = "S = " .. S end
end
claims.all("every S is a_k with k = ceil(S/phi) or b_i with i = ceil(S/phi^2) (section 13)", "S < 100000", wrong)
local column, index = ways.place(102)
claims.check("example 6: 102 is not an a_k, as a_64 = 103; it is b_39 (section 13)", ("a_64 = %d, 102 = %s_%d"):format(ways.a(64), column, index),
             ways.a(64) == 103 and column == "b" and index == 39)

-- Section 12: Fibonacci numbers, F_1 = F_2 = 1.
local F = { bouton.int(1), bouton.int(1) }
for n = 3, 400 do F[n] = F[n - 1] + F[n - 2] end
local odd, even
for k = 1, 199 do
  if tostring(ways.a(F[2 * k - 1])) ~= tostring(F[2 * k]) then odd = odd or "k = " .. k end
  if tostring(ways.a(F[2 * k])) ~= tostring(F[2 * k + 1] - 1) then even = even or "k = " .. k end
end
claims.all("(25): a_n = F_2k for n = F_(2k-1) (section 12)", "k < 200", odd)
claims.all("(26): a_n = F_(2k+1) - 1 for n = F_2k (section 12)", "k < 200", even)
local values = {}
for i = 2, 9 do values[#values + 1] = ("%d"):format(ways.a(math.tointeger(tostring(F[i])))) end
claims.check("a of F_3, F_5, F_7, F_9 is 3, 8, 21, 55; of F_2, F_4, F_6, F_8 1, 4, 12, 33 (section 12)", table.concat(values, " "),
             table.concat(values, " ") == "1 3 4 8 12 21 33 55")

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
claims.all("direct algorithm, k = 0 allowed and heaps swapped when S > L (section 10)", "S, L <= 100", first_wrong(100, algorithm_fits(true, true)))
claims.all("direct algorithm without k = 0 (section 10)", "S, L <= 100", first_wrong(100, algorithm_fits(false, true)))
claims.all("direct algorithm without the swap (section 10)", "S, L <= 100", first_wrong(100, algorithm_fits(true, false)))

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
claims.all("t = k right digits of phi suffice for n <= 10^k (section 14, theorem 4)", "n <= 100, t = 2", bad)
bad = nil
for k = 1, 60 do
  local power = bouton.int(10) ^ k
  local f, g = bouton.int(1), bouton.int(2)  -- Fibonacci numbers, at which phi is hardest to tell
  while g <= power do f, g = g, f + g end
  for _, n in ipairs { f, power, power - 1, power // 3 } do
    if not bad and with_digits(n, 2 * k + 1) ~= exact(n) then bad = "n = " .. tostring(n) end
  end
end
claims.all("2k + 1 right digits of phi suffice for n <= 10^k (corrected theorem 4)", "Fibonacci numbers and others up to 10^60", bad)

-- Section 15: how fast Newton's method is.
local late
for r = 0, 5 do
  local unit = bouton.int(10) ^ (200)
  local error = ways.newton(unit, r) - ways.a(unit)
  if error < 0 then error = -error end
  if error * bouton.int(10) ^ (3 * 2 ^ r | 0) > unit then late = late or "r = " .. r end
end
claims.all("(40): after r steps the error is at most 10^-3 to the power 2^r (section 15)", "r <= 5", late)
local function first_wrong_newton(steps, power)
  local n, following = bouton.int(1), bouton.int(2)
  while n <= bouton.int(10) ^ power do
    if ways.newton(n, steps) ~= ways.a(n) then return tostring(n) end
    n, following = following, n + following
  end
end
for steps, power in ipairs { 3, 6, 12, 24 } do
  steps = steps - 1
  local n = first_wrong_newton(steps, power)
  claims.check(("r = %d Newton steps suffice up to n = 10^%d (section 15, table 2)"):format(steps, power), n and "first wrong: n = " .. n or "none found", n == nil)
end
-- The least number of steps for each of the table's ranges. The first n that goes wrong is the least denominator of a fraction
-- between phi and what the steps make of it, and those are Fibonacci numbers.
local least = {}
for i, power in ipairs { 3, 6, 12, 24 } do
  local r = 0
  while first_wrong_newton(r, power) do r = r + 1 end
  least[i] = r
end
claims.check("corrected table 2: r(n) = 1, 2, 3, 4 for n <= 10^3, 10^6, 10^12, 10^24 (section 15)",
             "the least that do: " .. table.concat(least, ", "), table.concat(least, ", ") == "1, 2, 3, 4")
local reach = {}
for r = 0, 4 do
  local power = 0
  while not first_wrong_newton(r, power + 1) do power = power + 1 end
  reach[#reach + 1] = power
end
claims.check("corrected table 2, by steps: r = 0, 1, 2, 3, 4 for n <= 10^2, 10^4, 10^9, 10^19, 10^38 (section 15)",
             "powers of ten: " .. table.concat(reach, ", "), table.concat(reach, ", ") == "2, 4, 9, 19, 38")
local steps = {}
for _, digits in ipairs { 100, 200, 400, 800 } do
  local n = bouton.int(10) ^ digits + 7
  local a, taken = ways.newton(n)
  steps[#steps + 1] = a == ways.a(n) and taken or -1
end
claims.check("O(log log n) Newton steps: one more for twice the digits (section 15)", "steps for 100 to 800 digits: " .. table.concat(steps, ", "),
             steps[1] > 0 and steps[4] - steps[1] <= 3 and steps[4] > 0)

-- Examples and the final algorithm.
claims.check("example 2: from (19,26) take 7 from both (section 11)", "(12,19) is " .. normal[12][19] .. ", (11,18) is " .. normal[11][18] .. ": take 8",
             normal[12][19] == "P")
claims.check("corrected: from (19,26) take 8 from both", "(11,18) is " .. normal[11][18], normal[11][18] == "P")
--- What the algorithm finds at a position: m, a_m, where S stands, and the move.
local function reading(S, L)
  local read = ways.read(S, L)
  return ("m = %d, a_m = %d, S = %s_%d, to %s"):format(read.m, read.a, read.S_is, read.S_index, read.to and pair(read.to[1], read.to[2]) or "nowhere")
end
claims.check("example 3: (15,32) has m = 17, a_17 = 27 and 15 = b_6: to (9,15) (section 11)", reading(15, 32), reading(15, 32) == "m = 17, a_m = 27, S = b_6, to (9,15)")
claims.check("example 4: (14,29) has m = 15, a_15 = 24 and 14 = a_9: to (14,23) (section 11)", reading(14, 29), reading(14, 29) == "m = 15, a_m = 24, S = a_9, to (14,23)")
claims.all("example 5: where S = a_m, then L = b_m, and Hugo has won (section 11)", "S <= L <= 200", first_wrong(SIZE, function(S, L)
  return S > L or S ~= ways.a(L - S) or normal[S][L] == "P"
end))
local s, l = 2718282, 3141593
claims.check("example 7: m = 323311 for s = 2718282, l = 3141593 (section 16)", ("l - s = %d"):format(l - s), l - s == 323311)
claims.check("corrected example 7: m = 423311 < 10^6, and one Newton step is enough at this m", ("a_m = %d, with one step %d"):format(ways.a(l - s), (ways.newton(l - s, 1))),
             l - s == 423311 and ways.newton(l - s, 1) == ways.a(l - s))
local safe
for S = 1, 400 do
  for L = math.ceil(math.exp(1) * S), 3 * S + 10 do
    if is_pair(S, L) then safe = safe or pair(S, L) end
  end
end
claims.all("(49), remark 3: a start with L >= e S is never a winning point (section 17)", "S <= 400", safe)
claims.check("final algorithm: there is a winning move at (1,2) (section 17)", "(1,2) is " .. normal[1][2], normal[1][2] == "N")
claims.check("final algorithm: the player to move wins at (0,0) (section 17)", "(0,0) is " .. normal[0][0], normal[0][0] == "N")

--- Where a player of wythoff.lua moves to.
local function chosen(player, S, L, seed)
  local play = game:play(S, L)
  return play:moves()[play:choose(player, seed or 1)].to[1]
end
--- The first position up to `size` from which the player does not move to a P-position though there is one, or `also` if from there.
local function first_miss(player, size, also)
  local function misses(S, L)
    local to = chosen(player, S, L)
    return not is_pair(to[1], to[2])
  end
  local wrong = first_wrong(size, function(S, L) return is_pair(S, L) or not misses(S, L) end)
  return wrong or also and misses(also[1], also[2]) and pair(also[1], also[2]) or nil
end
claims.all("corrected final algorithm (player cora): it wins wherever it can (section 17)", "S, L <= 40, and (376,609)", first_miss("cora", 40, { 376, 609 }))
claims.all("final algorithm as published (published-cora): it wins wherever it can (section 17)", "S, L <= 40", first_miss("published-cora", 40, { 376, 609 }))
local stalled = { 0, 0 }
for seed = 1, 200 do
  local to = chosen("cora", 8, 13, seed)
  local by = 13 - to[2]
  if to[1] == 8 and stalled[by] then stalled[by] = stalled[by] + 1 end
end
claims.check("when it is lost, it takes 1 or 2 from L, each with probability 1/2 (section 17)", ("at (8,13), 200 times: 1 in %d, 2 in %d"):format(stalled[1], stalled[2]),
             stalled[1] + stalled[2] == 200 and math.abs(stalled[1] - 100) <= 30)

-- Section 18: how many numbers are in either sequence, and which to look through first.
local n_a, n_b, split, fewer = 0, 0, nil, nil
local counts_50
for M = 1, MANY do
  if in_A[M] then n_a = n_a + 1 else n_b = n_b + 1 end
  if math.abs(n_a - M / phi) >= 1 or math.abs(n_b - M / phi ^ 2) >= 1 then split = split or "M = " .. M end
  if n_a < n_b then fewer = fewer or "M = " .. M end
  if M == 50 then counts_50 = ("n_a = %d, n_b = %d"):format(n_a, n_b) end
end
claims.all("(53): n_a(M) is M/(g+1) and n_b(M) is M/(g+1)^2, less than 1 away (section 18)", "M <= 20000", split)
claims.check("example 8: n_a(50) = 31, n_b(50) = 19 (section 18)", counts_50, counts_50 == "n_a = 31, n_b = 19")
claims.all("remark 4: n_a(M) >= n_b(M) for every M (section 18)", "M <= 20000", fewer)
-- Tests until S is found: one if it is in the sequence that is looked through first, else two. By chance: a first with probability 0.618.
math.randomseed(1)
local tests = { a = 0, b = 0, chance = 0 }
for M = 1, MANY do
  local chosen = math.random() < phi - 1 and "a" or "b"
  local is = in_A[M] and "a" or "b"
  tests.a = tests.a + (is == "a" and 1 or 2)
  tests.b = tests.b + (is == "b" and 1 or 2)
  tests.chance = tests.chance + (is == chosen and 1 or 2)
end
claims.check("looking through a first takes the fewest tests (section 18)", ("a first %.3f, by chance %.3f, b first %.3f tests a number"):format(
               tests.a / MANY, tests.chance / MANY, tests.b / MANY), tests.a < tests.chance and tests.chance < tests.b)

-- Sections 20 and 21: attrition and flip-flop.
local only = {}
for _, move in ipairs(game:options(2, 2)) do only[pair(math.min(move.to[1][1], move.to[1][2]), math.max(move.to[1][1], move.to[1][2]))] = true end
claims.check("attrition: from (2,2) there are just (0,2), (1,1), (1,2) besides (0,0), each answered by (0,1) (section 21)", "all of them lead on to (0,1)",
             only["(0,2)"] and only["(1,1)"] and only["(1,2)"] and only["(0,0)"] and misere[0][2] == "N" and misere[1][1] == "N" and misere[1][2] == "N"
             and misere[0][1] == "P")
local differs
for n = 2, 70 do
  local a = ways.a(n)
  if misere[a][a + n] ~= "P" or normal[a][a + n] ~= "P" then differs = differs or "n = " .. n end
end
claims.all("(55): from the second on, the winning points of both goals are the same (section 21)", "n <= 70", differs)

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
  claims.all(("flip-flop, one flip when %s: P is that of the goal in force (section 21)"):format(condition[1]), "S, L <= 30",
             first_exception(flip_flop(condition[2], 1), 30, 30, 1))
end
claims.all("the same with three flips when S + L >= 27: \"once\" does not matter (section 21)", "S, L <= 22", first_exception(flip_flop(conditions[1][2], 3), 22, 22, 3))
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
