-- Nimrod: its sectors and its core, the list of losing starts, and how well the authors' strategies do.
--
--   bouton run scripts/reproduce/nimrod.lua [CHART.png]
--
-- With a file name, the chart of outcomes is drawn there too.

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("J. M. Henle and E. L. Schlatter, Nimrod")

local HIGH_P, HIGH_R = 3000, 120
local rules = {
  position = { "p", { "r", min = 1 } },
  moves = function(p, r)
    if r > 1 and r - 1 <= p then move(p - (r - 1), r - 1) end
    if r <= p then move(p - r, r) end
    if r + 1 <= p then move(p - (r + 1), r + 1) end
  end,
}
local game = bouton.game(rules)
local P = game:table({ HIGH_P, HIGH_R }, "outcome")

--- The first p, r of a box at which `fits` is false, as text, or nil.
local function first_wrong(low_p, high_p, low_r, high_r, fits)
  for sum = low_p + low_r, high_p + high_r do
    for r = math.max(low_r, sum - high_p), math.min(high_r, sum - low_p) do
      if not fits(sum - r, r) then return ("(%d,%d)"):format(sum - r, r) end
    end
  end
end

claims.place("the introduction")
-- Cars: choose the next speed; who must crash loses.
local cars = bouton.game {
  position = { "p", { "r", min = 1 } },
  moves = function(p, r)
    for speed = math.max(r - 1, 1), r + 1 do
      if speed < p then move(p - speed, speed) end
    end
  end,
}:table({ 300, 30 }, "outcome")
claims.all("cars: the same game, (p, r) being Nimrod's (p - 1, r)", "p <= 300, r <= 30",
           first_wrong(1, 300, 1, 30, function(p, r) return cars[p][r] == P[p - 1][r] end))
-- Cars with a speed each, of which a driver changes his own; it stays a natural number.
local two_cars = bouton.game("nimrod-cars"):table({ 60, { 1, 12 }, { 1, 12 } }, "outcome")
local undecided
for d = 1, 60 do
  for v = 1, 12 do
    for w = 1, 12 do
      local outcome = two_cars[d][v][w]
      if outcome ~= "P" and outcome ~= "N" then undecided = undecided or ("(%d,%d,%d)"):format(d, v, w) end
    end
  end
end
claims.all("in the duel both drivers lose if neither swerves; in the game just one of them loses", "60 apart, speeds to 12", undecided)
local first, differing, all = nil, 0, 0
for sum = 3, 84 do
  for d = 1, math.min(60, sum - 2) do
    for v = math.max(1, sum - d - 12), math.min(12, sum - d - 1) do
      local w = sum - d - v
      all = all + 1
      if two_cars[d][v][w] ~= P[d - 1][v + w] then
        differing = differing + 1
        first = first or ("(%d,%d,%d): %s, with sticks %s"):format(d, v, w, two_cars[d][v][w], P[d - 1][v + w])
      end
    end
  end
end
claims.all("cars at speeds v and w, each at least 1: the same game, r being v + w", "d <= 60", first)
claims.check("corrected: the two differ only where a car is too slow to slow down", ("%d of %d positions differ"):format(differing, all),
             differing < all / 10)

claims.place("\"Nimrod is complex\"")
claims.all("at each (p, r) either the player to move wins or the other one", "p <= 3000, r <= 120",
           first_wrong(0, HIGH_P, 1, HIGH_R, function(p, r) return P[p][r] == "P" or P[p][r] == "N" end))
claims.all("the triangle at the left, p < r - 1, is where there is no move", "0 < p <= 60, r <= 60", first_wrong(1, 60, 1, 60, function(p, r)
  return (#game:options(p, r) == 0) == (p < r - 1)
end))
local alternating
for r = 40, HIGH_R do  -- P, N, P, N, ...: the runs of a row are as long as it is wide, give or take what k says
  local p, outcome, k = 0, "P", 0
  while p < r * r // 4 and p < HIGH_P - 2 * r do
    local length = 0
    while P[p + length][r] == outcome do length = length + 1 end
    if math.abs(length - r) > 2 * k + 2 then alternating = alternating or ("(%d,%d)"):format(p, r) end
    p, outcome, k = p + length, outcome == "P" and "N" or "P", outcome == "P" and k + 1 or k
  end
end
claims.all("it gives rise to sectors, alternately lost and won", "40 <= r <= 120, p < r^2 / 4: runs of about r", alternating)

-- The losing starts, r = 1.
local lost, gaps = {}, {}
for p = 1, HIGH_P do
  if P[p][1] == "P" then
    if #lost > 0 then gaps[p - lost[#lost]] = true end
    lost[#lost + 1] = p
  end
end
claims.check("losing starts: 3, 5, 8, 11, 13, 17, 20, 22 (as published)", "the sixth is " .. lost[6] .. ": " .. table.concat(lost, " ", 1, 8),
             table.concat(lost, " ", 1, 8) == "3 5 8 11 13 17 20 22")
claims.check("corrected: 3, 5, 8, 11, 13, 16, 19, 21, 24, 26, 29, 31, 34, 37, 39, 42", table.concat(lost, " ", 1, 16),
             table.concat(lost, " ", 1, 16) == "3 5 8 11 13 16 19 21 24 26 29 31 34 37 39 42")
claims.unchecked("the sequence was unknown to the On-line Encyclopedia of Integer Sequences", "bouton positions nimrod 1:400 1:1 --format bfile writes it as the Encyclopedia takes it")

claims.place("proposition 1")
local function is_lost(p, r) return P[p][r] == "P" end
claims.all("1: one more than a lost start is a won one", "p <= 2999", first_wrong(1, HIGH_P - 1, 1, 1, function(a)
  return not is_lost(a, 1) or not is_lost(a + 1, 1)
end))
claims.all("2: after two won starts in a row comes a lost one", "p <= 2998", first_wrong(1, HIGH_P - 2, 1, 1, function(a)
  return is_lost(a, 1) or is_lost(a + 1, 1) or is_lost(a + 2, 1)
end))
local widths = {}
for gap in pairs(gaps) do widths[#widths + 1] = gap end
table.sort(widths)
claims.check("proposition 1: between two losing starts there is a gap of 2 or 3", ("gaps %s, p <= %d"):format(table.concat(widths, " and "), HIGH_P),
             table.concat(widths, " ") == "2 3")
claims.all("2, the proof: (a-1,2) is lost, (a-2,1), (a-3,2), (a-4,3) won, (a-1,1) lost, (a,2) won", "5 <= a <= 2999",
           first_wrong(5, HIGH_P - 1, 1, 1, function(a)
             if is_lost(a, 1) or is_lost(a + 1, 1) then return true end
             return is_lost(a - 1, 2) and is_lost(a - 1, 1) and not is_lost(a - 2, 1) and not is_lost(a - 3, 2) and
                    not is_lost(a - 4, 3) and not is_lost(a, 2)
           end))
--- What some positions far from the end imply: a table of p from 60 to 140, and how many are known.
local function implied(given) return game:implied({ { 60, 140 }, 12 }, given) end
local known, count = implied { { { 100, 1 }, "N" }, { { 101, 1 }, "N" } }
local steps = known[99][2] == "P" and known[98][1] == "N" and known[97][2] == "N" and known[96][3] == "N" and known[99][1] == "P" and
              known[100][2] == "N" and known[102][1] == "P"
claims.check("2: each step follows from the two won starts and the moves", ("%d positions follow from (100,1), (101,1)"):format(count), steps)
claims.check("from hypothesis 2 more can be deduced", ("%d positions are known beyond the steps of the proof"):format(count - 9), count > 9)
_, count = implied { { { 100, 1 }, "P" }, { { 102, 3 }, "P" } }
claims.check("a simple configuration determines at least 30 positions (its figure is lost)",
             ("lost (100,1) and (102,3) determine %d"):format(count), count >= 30)

-- The sectors outside the core.
claims.place("the sectors A to D (proposition 3), and their proof")
local sectors = {
  { "A", 1, -1, function(k, r) return (2 * k - 1) * r - k - 1, 2 * k * r - 3 * k end, "(2k-1)r-k-1 < p < 2kr-3k is N, take r-1" },
  { "B", 1, 0, function(k, r) return (2 * k - 1) * r + k - 2, 2 * k * r - k end, "(2k-1)r+k-2 < p < 2kr-k is N, take r" },
  { "C", 1, 1, function(k, r) return (2 * k - 1) * r + 3 * k - 3, 2 * k * r + k end, "(2k-1)r+3k-3 < p < 2kr+k is N, take r+1" },
  { "D", 0, nil, function(k, r) return 2 * k * r + k - 1, (2 * k + 1) * r - k - 1 end, "2kr+k-1 < p < (2k+1)r-k-1 is P" },
}
for _, sector in ipairs(sectors) do
  local name, first_k, step, bounds, words = table.unpack(sector)
  local wrong, count = nil, 0
  for r = 1, HIGH_R - 1 do
    for k = first_k, r do
      local low, high = bounds(k, r)
      for p = math.max(low + 1, 0), math.min(high - 1, HIGH_P) do
        count = count + 1
        local holds = P[p][r] == (step and "N" or "P")
        if step and holds then
          local taken = r + step
          holds = taken >= 1 and taken <= p and P[p - taken][taken] == "P"
        end
        if not holds then wrong = wrong or ("(%d,%d), k = %d"):format(p, r, k) end
      end
    end
  end
  claims.all(("sector %s: %s"):format(name, words), ("%d positions, p <= %d, r < %d"):format(count, HIGH_P, HIGH_R), wrong)
end
local A, B, C, D = sectors[1][4], sectors[2][4], sectors[3][4], sectors[4][4]
--- The first k, r for which taking `step` more than r does not turn the bounds of `from` into those of `to`, with k + shift.
local function first_misfit(from, step, to, shift)
  for k = 1, 40 do
    for r = 2, 80 do
      local low, high = from(k, r)
      local taken = r + step
      local to_low, to_high = to(k + shift, taken)
      if low - taken ~= to_low or high - taken ~= to_high then return ("k = %d, r = %d"):format(k, r) end
    end
  end
end
claims.all("A_k: taking r - 1 turns its bounds into those of D_(k-1)", "k <= 40, r <= 80", first_misfit(A, -1, D, -1))
claims.all("B_k: taking r turns its bounds into those of D_(k-1)", "k <= 40, r <= 80", first_misfit(B, 0, D, -1))
claims.all("C_k: taking r + 1 turns its bounds into those of D_(k-1)", "k <= 40, r <= 80", first_misfit(C, 1, D, -1))
claims.all("A_k, B_k, C_k: the take that they name is legal", "k <= 40, r <= 80", (function()
  for k = 1, 40 do
    for r = 2, 80 do
      for i = 1, 3 do
        local low, high = sectors[i][4](k, r)
        if low + 1 < high and (low + 1 < r + sectors[i][3] or r + sectors[i][3] < 1) then return ("k = %d, r = %d"):format(k, r) end
      end
    end
  end
end)())
claims.all("D_k: taking r - 1 leads to (2k-1)r' + 3k - 1 < p' < 2kr' + k", "k <= 40, r <= 80",
           first_misfit(D, -1, function(k, r) return (2 * k - 1) * r + 3 * k - 1, 2 * k * r + k end, 0))
claims.all("D_k: taking r leads to (2k-1)r' + k - 1 < p' < 2kr' - k (as printed)", "k <= 40, r <= 80",
           first_misfit(D, 0, function(k, r) return (2 * k - 1) * r + k - 1, 2 * k * r - k end, 0))
claims.all("corrected: D_k: taking r leads to (2k-1)r' + k - 1 < p' < 2kr' - k - 1", "k <= 40, r <= 80",
           first_misfit(D, 0, function(k, r) return (2 * k - 1) * r + k - 1, 2 * k * r - k - 1 end, 0))
claims.all("D_k: taking r + 1 leads to (2k-1)r' - k - 1 < p' < 2kr' - 3k - 2", "k <= 40, r <= 80",
           first_misfit(D, 1, function(k, r) return (2 * k - 1) * r - k - 1, 2 * k * r - 3 * k - 2 end, 0))
claims.all("these lie within C_k, B_k and A_k", "k <= 40, r <= 80", (function()
  for k = 1, 40 do
    for r = 2, 80 do
      local low, high = D(k, r)
      for step, to in pairs { [-1] = C, [0] = B, [1] = A } do
        local to_low, to_high = to(k, r + step)
        if low - r - step < to_low or high - r - step > to_high then return ("k = %d, r = %d"):format(k, r) end
      end
    end
  end
end)())

-- What is left is the core.
local function sector_of(p, r)
  if p > r * (r + 2) then return nil end
  for k = 0, p // r + 1 do
    for _, sector in ipairs(sectors) do
      if k >= sector[2] then
        local low, high = sector[4](k, r)
        if low < p and p < high then return sector end
      end
    end
  end
end
claims.place("equation (5)")
claims.all("p = 2kr - 3k = (2k-1)r + k - 2 lies in none of the intervals", "k <= 25", (function()
  for k = 1, 25 do
    local r = 4 * k - 2
    local p = 2 * k * r - 3 * k
    if p ~= (2 * k - 1) * r + k - 2 or sector_of(p, r) then return ("k = %d"):format(k) end
  end
end)())
claims.all("solved, p = r^2/2 + r/4 - 3/2", "k <= 1000", (function()
  for k = 1, 1000 do
    local r = 4 * k - 2
    if 4 * (2 * k * r - 3 * k) ~= 2 * r * r + r - 6 then return ("k = %d"):format(k) end
  end
end)())
local inside, outside, least, greatest = 0, 0, math.huge, 0
for r = 5, 70 do
  for p = 1, HIGH_P do
    local in_core = not sector_of(p, r)
    if in_core == (2 * p > r * r) then inside = inside + 1 else outside = outside + 1 end
    if in_core then least = math.min(least, p / (r * r)) end
    if not in_core then greatest = math.max(greatest, p / (r * r)) end
  end
end
claims.check("the core is roughly p > r^2 / 2", ("%.1f %% of positions, 5 <= r <= 70; sectors reach to p = %.2f r^2"):format(
             100 * inside / (inside + outside), greatest), inside / (inside + outside) > 0.8)

claims.place("\"A faulty but promising strategy\"")
local periodic
for _, p in ipairs { 500, 1000, 2000, 3000 } do  -- a period of a column is a run of P and one of N, from the top down to the core
  local starts, r = {}, HIGH_R
  while p < r * r // 2 do
    if P[p][r] == "P" and P[p][r + 1 > HIGH_R and r or r + 1] == "N" then starts[#starts + 1] = r end
    r = r - 1
  end
  for i = 3, #starts do
    if starts[i - 1] - starts[i] > starts[i - 2] - starts[i - 1] then periodic = periodic or ("p = %d, r = %d"):format(p, starts[i]) end
  end
end
claims.all("for a fixed p, a period that diminishes as r does, above the core", "p = 500, 1000, 2000, 3000", periodic)
local agree, judged, core_agree, core_judged = 0, 0, 0, 0
for p = 0, 1000 do
  for r = 2, 80 do
    local right = (math.cos((-math.pi / 2 * r + math.pi * p) / r) > 0) == is_lost(p, r)
    if sector_of(p, r) then
      agree, judged = agree + (right and 1 or 0), judged + 1
    else
      core_agree, core_judged = core_agree + (right and 1 or 0), core_judged + 1
    end
  end
end
claims.check("the plot of G resembles that of the game", ("G > 0 is P at %.1f %% of the sectors, %.1f %% of the core (p <= 1000)"):format(
             100 * agree / judged, 100 * core_agree / core_judged), agree / judged > 0.8)

-- Strategies. Random numbers of our own, so that every run is the same.
local state = 20240229
local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return ((state >> 33) % n) + 1
end

local function sector_move(p, r)
  local sector = sector_of(p, r)
  if sector and sector[3] then return r + sector[3] end
end
local function random_move(p, r)
  local low, high = math.max(r - 1, 1), math.min(r + 1, p)
  return low + random(high - low + 1) - 1
end
local function G(constants)
  local a, b, c, d = table.unpack(constants)
  return function(p, r)
    local best, greatest
    for taken = math.max(r - 1, 1), math.min(r + 1, p) do
      local value = math.cos((a * taken + b * (p - taken)) / (c * taken + d))
      if not best or value > greatest then best, greatest = taken, value end
    end
    return best
  end
end
local by_G = G { -math.pi / 2, math.pi, 1, 0 }
local function model(p, r) return sector_move(p, r) or by_G(p, r) end
local function proposition(p, r) return (2 * p < r * r and model or random_move)(p, r) end
local function as_printed(p, r) return (2 * p > r * r and model or random_move)(p, r) end

--- The share of `games` that `one` wins against `other`, moving first in every other one.
local function share(one, other, start, games)
  local wins = 0
  for number = 1, games do
    local p, r, turn = start, 1, number % 2
    while (r == 1 and p >= 1) or (r > 1 and p >= r - 1) do
      r = (turn == 1 and one or other)(p, r)
      p = p - r
      turn = 1 - turn
    end
    if turn == 0 then wins = wins + 1 end
  end
  return wins / games
end
--- The shares at the paper's four sizes, and whether all are above `floor`. The paper played 2000 games at each, which is what
-- `bouton match nimrod SIZE --players model,proposition --games 2000` does.
local function shares(one, other, floor)
  local texts, least = {}, 1
  for _, row in ipairs { { 3, 2000 }, { 4, 400 }, { 5, 40 }, { 6, 8 } } do
    local exponent, games = row[1], row[2]
    local won = share(one, other, math.tointeger(10 ^ exponent), games)
    texts[#texts + 1] = ("10^%d: %.0f %%"):format(exponent, 100 * won)
    least = math.min(least, won)
  end
  return table.concat(texts, ", "), least > floor
end
claims.check("Model beats Random in more than 80 % of games", shares(model, random_move, 0.8))
claims.check("Model beats Proposition (Model where p < r^2 / 2) in more than 60 %", shares(model, proposition, 0.6))
claims.check("Model beats Proposition as printed (Model where p > r^2 / 2) in more than 60 %", shares(model, as_printed, 0.6))
claims.check("these games are more evenly matched than those with Random", (function()
  local chance, rival = share(model, random_move, 1000, 4000), share(model, proposition, 1000, 4000)
  return ("10^3: %.1f %% against Random, %.1f %% against Proposition"):format(100 * chance, 100 * rival), rival < chance
end)())
claims.check("Proposition beats Random in more than 60 % too", shares(proposition, random_move, 0.6))
claims.check("Proposition as printed (p > r^2 / 2) beats Random in more than 60 %", shares(as_printed, random_move, 0.6))

-- Constants of G that do better in the core.
local function sample_of_core()
  local core = {}
  while #core < 3000 do
    local r = 2 + random(60) - 1
    local p = random(HIGH_P)
    if P[p][r] == "N" and p > r and not sector_of(p, r) then core[#core + 1] = { p, r } end
  end
  return core
end
local function success(player, core)
  local wins = 0
  for _, position in ipairs(core) do
    local p, r = position[1], position[2]
    local taken = player(p, r)
    if P[p - taken][taken] == "P" then wins = wins + 1 end
  end
  return wins / #core
end
local tried, fresh = sample_of_core(), sample_of_core()  -- to search with, and to judge by
local base = success(by_G, tried)
local best, best_share = { -math.pi / 2, math.pi, 1, 0 }, base
for round = 1, 400 do
  local scale = round <= 200 and 1.0 or 0.15
  local from = round <= 200 and { -math.pi / 2, math.pi, 1, 0 } or best
  local candidate = {}
  for i = 1, 4 do candidate[i] = from[i] + scale * (random(2001) - 1001) / 1000 * (i == 4 and 3 or 1) end
  local one = success(G(candidate), tried)
  if one > best_share then best, best_share = candidate, one end
end
local old, new, chance = success(by_G, fresh), success(G(best), fresh), success(random_move, fresh)
claims.check("no constants (a, b, c, d) of G do better in the core than (-pi/2, pi, 1, 0)",
             ("winning moves found at 3000 N-positions: %.1f %%; with (%.3f, %.3f, %.3f, %.3f) %.1f %%; by chance %.1f %%"):format(
               100 * old, best[1], best[2], best[3], best[4], 100 * new, 100 * chance), new <= old + 0.01)

claims.close()

-- The chart: P-positions dark. The core is the thicket below, the sectors fan out above it.
print()
print("outcomes, p to the right up to 158 (two a letter), r upwards; # P, . N, : one of each")
for r = 24, 1, -1 do
  local row = {}
  for p = 0, 158, 2 do
    local both = (P[p][r] == "P" and 1 or 0) + (P[p + 1][r] == "P" and 1 or 0)
    row[#row + 1] = both == 2 and "#" or both == 1 and ":" or "."
  end
  print(("%3d %s"):format(r, table.concat(row)))
end
if arg[1] then
  bouton.game("nimrod"):table({ 400, 60 }, "outcome"):save(arg[1])
  print(arg[1] .. " holds the chart")
end
