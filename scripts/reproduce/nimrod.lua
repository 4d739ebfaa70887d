-- Nimrod: its sectors and its core, the list of losing starts, and how well the authors' strategies do.
--
--   bouton run scripts/reproduce/nimrod.lua [CHART.png]
--
-- With a file name, the chart of outcomes is drawn there too.

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("J. M. Henle and Schlatter, Nimrod")

local HIGH_P, HIGH_R = 3000, 120
local rules = {
  position = { "p", { "r", min = 1 } },
  moves = function(p, r)
    if r > 1 and r - 1 <= p then move(p - (r - 1), r - 1) end
    if r <= p then move(p - r, r) end
    if r + 1 <= p then move(p - (r + 1), r + 1) end
  end,
}
local P = bouton.game(rules):table({ HIGH_P, HIGH_R }, "outcome")

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
local widths = {}
for gap in pairs(gaps) do widths[#widths + 1] = gap end
table.sort(widths)
claims.check("proposition 1: between two losing starts there is a gap of 2 or 3", ("gaps %s, p <= %d"):format(table.concat(widths, " and "), HIGH_P),
             table.concat(widths, " ") == "2 3")

-- The sectors outside the core.
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

-- Cars: choose the next speed; who must crash loses.
local cars = bouton.game {
  position = { "p", { "r", min = 1 } },
  moves = function(p, r)
    for speed = math.max(r - 1, 1), r + 1 do
      if speed < p then move(p - speed, speed) end
    end
  end,
}:table({ 300, 30 }, "outcome")
local wrong
for p = 1, 300 do
  for r = 1, 30 do
    if cars[p][r] ~= P[p - 1][r] then wrong = wrong or ("(%d,%d)"):format(p, r) end
  end
end
claims.all("cars: the same game, (p, r) being Nimrod's (p - 1, r)", "p <= 300, r <= 30", wrong)

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
local function proposition(p, r) return 2 * p < r * r and sector_move(p, r) or random_move(p, r) end
local function as_printed(p, r) return 2 * p > r * r and sector_move(p, r) or random_move(p, r) end

--- The share of `games` that `player` wins against chance, moving first in every other one.
local function share(player, start, games)
  local wins = 0
  for number = 1, games do
    local p, r, turn = start, 1, number % 2
    while (r == 1 and p >= 1) or (r > 1 and p >= r - 1) do
      r = (turn == 1 and player or random_move)(p, r)
      p = p - r
      turn = 1 - turn
    end
    if turn == 0 then wins = wins + 1 end
  end
  return wins / games
end
local function shares(player, floor)
  local texts, least = {}, 1
  for _, row in ipairs { { 3, 2000 }, { 4, 500 }, { 5, 100 } } do
    local exponent, games = row[1], row[2]
    local one = share(player, math.tointeger(10 ^ exponent), games)
    texts[#texts + 1] = ("10^%d: %.0f %%"):format(exponent, 100 * one)
    least = math.min(least, one)
  end
  return table.concat(texts, ", "), least > floor
end
claims.check("Model beats Random in more than 80 % of games", shares(model, 0.8))
claims.check("Proposition (p < r^2 / 2) beats Random in more than 60 %", shares(proposition, 0.6))
claims.check("Proposition as printed (p > r^2 / 2) beats Random in more than 60 %", shares(as_printed, 0.6))

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
