-- Take-away games: after x was taken, at most f(x) may be taken.
--
--   bouton run scripts/reproduce/take-away.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("A. J. Schwenk (1970), Take-away games, Fibonacci Quarterly 8:225-234; M. J. Whinihan (1963), Fibonacci Nim")

local SIZE = 150

local function take_away(f)
  return bouton.game {
    position = { "n", "limit" },
    moves = function(n, limit)
      for t = 1, math.min(limit, n) do move(n - t, math.max(f(t), 0)) end
    end,
  }
end

--- The starts that the player who moves first loses, 1..SIZE, by search.
local function lost_starts(game)
  local lost = {}
  for n = 1, SIZE do
    if game:outcome(n, n - 1) == "P" then lost[#lost + 1] = n end
  end
  return lost
end

--- H_1 = 1, H_(k+1) = H_k + H_m with m the least that has f(H_m) >= H_k; up to SIZE.
local function schwenk(f)
  local H = { 1 }
  while true do
    local last, next = H[#H], nil
    for m = 1, #H do
      if not next and f(H[m]) >= last then next = last + H[m] end
    end
    if not next or next > SIZE then return H end
    H[#H + 1] = next
  end
end

local function first_difference(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return "n = " .. math.min(a[i] or math.maxinteger, b[i] or math.maxinteger) end
  end
end

local bounds = {
  { "f = x", function(x) return x end }, { "f = 2x", function(x) return 2 * x end }, { "f = 2x - 1", function(x) return 2 * x - 1 end },
  { "f = 3x", function(x) return 3 * x end }, { "f = x^2", function(x) return x * x end }, { "f = x // 2", function(x) return x // 2 end },
  { "f = 5", function() return 5 end }, { "f = x + 3", function(x) return x + 3 end },
}
local found = {}
for _, bound in ipairs(bounds) do
  local lost = lost_starts(take_away(bound[2]))
  found[bound[1]] = table.concat(lost, " ")
  claims.all(("%s: the lost starts are the sequence H"):format(bound[1]), "n <= 150", first_difference(lost, schwenk(bound[2])))
end

claims.check("f = x: H_i = 2i", found["f = x"], found["f = x"]:sub(1, 7) == "2 4 6 8")
claims.check("corrected: f = x: H_i = 2^(i-1)", found["f = x"], found["f = x"] == "1 2 4 8 16 32 64 128")
claims.check("f = 2x - 1: powers of two as well", found["f = 2x - 1"], found["f = 2x - 1"] == "1 2 4 8 16 32 64 128")
claims.check("f = 2x: Fibonacci numbers", found["f = 2x"], found["f = 2x"] == "1 2 3 5 8 13 21 34 55 89 144")
claims.check("f = 5: the sequence is 1 to 6 and ends there, as f(H_k) < H_k", found["f = 5"], found["f = 5"] == "1 2 3 4 5 6")

-- Sums of H, and which takes win, for f = 2x.
local double = bounds[2][2]
local fibonacci = take_away(double)
local H = schwenk(double)
local function sum_of(n)
  local terms = {}
  for i = #H, 1, -1 do
    if H[i] <= n then
      n = n - H[i]
      terms[#terms + 1] = H[i]
    end
  end
  return terms  -- greatest first
end
local unique, smallest, any, nearest
for n = 1, SIZE do
  local terms = sum_of(n)
  for i = 2, #terms do
    if double(terms[i]) >= terms[i - 1] then unique = unique or "n = " .. n end
  end
  if #terms > 1 then
    local wins = {}
    for _, move in ipairs(fibonacci:winning_moves(n, n - 1)) do wins[n - move.to[1][1]] = true end
    local least = 1
    while not wins[least] do least = least + 1 end
    if least ~= terms[#terms] then smallest = smallest or "n = " .. n end
    for _, term in ipairs(terms) do
      if not wins[term] then any = any or ("n = %d, taking %d"):format(n, term) end
    end
    if not wins[n - terms[1]] then nearest = nearest or ("n = %d, taking %d to leave %d"):format(n, n - terms[1], terms[1]) end
  end
end
claims.all("f = 2x: every n is a sum of H with f(H_(j_i)) < H_(j_(i+1))", "n <= 150", unique)
claims.all("f = 2x: the smallest winning take is the smallest term of the sum", "n <= 150", smallest)
claims.all("f = 2x: any term of the sum may be removed", "n <= 150", any)
claims.all("f = 2x: moving to the nearest H wins", "n <= 150", nearest)

-- A bound that decreases.
local falling = function(x) return math.max(9 - 2 * x, 1) end
claims.all("the theorem holds for a bound that decreases, max(9 - 2x, 1)", "n <= 150", first_difference(lost_starts(take_away(falling)), schwenk(falling)))
local named = bouton.game("take-away", { f = "math.max(9 - 2*x, 1)" })
local explained = named:explain():find("decrease", 1, true) ~= nil
local agree = named:outcome(40, 39) == take_away(falling):outcome(40, 39)
claims.check("there Bouton says so, and takes the table", explained and "explain says that f decreases" or "no word of it", explained and agree)

claims.close()
