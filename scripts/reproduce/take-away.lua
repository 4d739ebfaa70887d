-- Take-away games: after x was taken, at most f(x) may be taken.
--
--   bouton run scripts/reproduce/take-away.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("Take-Away Games (cut-the-knot.org), after A. J. Schwenk (1970), Fibonacci Quarterly 8:225-234; M. J. Whinihan (1963), Fibonacci Nim")

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

--- H_1 = 1, H_(k+1) = H_k + H_m with m the least that has f(H_m) >= H_k; up to SIZE. And m of each.
local function schwenk(f)
  local H, sources = { 1 }, {}
  while true do
    local last, next = H[#H], nil
    for m = 1, #H do
      if not next and f(H[m]) >= last then
        next = last + H[m]
        sources[#H + 1] = m
      end
    end
    if not next or next > SIZE then return H, sources end
    H[#H + 1] = next
  end
end

local function first_difference(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return "n = " .. math.min(a[i] or math.maxinteger, b[i] or math.maxinteger) end
  end
end

--- The terms of H whose sum is n, the greatest first.
local function sum_of(H, n)
  local terms = {}
  for i = #H, 1, -1 do
    if H[i] <= n then
      n = n - H[i]
      terms[#terms + 1] = H[i]
    end
  end
  return terms
end

local bounds = {
  { "f = x", function(x) return x end, "x" }, { "f = 2x", function(x) return 2 * x end, "2*x" },
  { "f = 2x - 1", function(x) return 2 * x - 1 end, "2*x - 1" }, { "f = 3x", function(x) return 3 * x end, "3*x" },
  { "f = x^2", function(x) return x * x end, "x*x" }, { "f = x // 2", function(x) return x // 2 end, "x//2" },
  { "f = 5", function() return 5 end, "5" }, { "f = x + 3", function(x) return x + 3 end, "x + 3" },
}
local games, H_of, sources_of, found = {}, {}, {}, {}
for _, bound in ipairs(bounds) do
  games[bound[1]] = take_away(bound[2])
  H_of[bound[1]], sources_of[bound[1]] = schwenk(bound[2])
end
local applet = { bounds[1], bounds[3], bounds[2] }  -- the three games of the page, in its order

--- Looks at every n up to SIZE of the page's three games: `wrong(name, f, H, n)` is what is wrong there, or nil.
local function in_the_three_games(claim, wrong)
  local first
  for _, bound in ipairs(applet) do
    for n = 1, SIZE do
      local found = wrong(bound[1], bound[2], H_of[bound[1]], n)
      if found and not first then first = ("%s, n = %d%s"):format(bound[1], n, found == true and "" or ", " .. found) end
    end
  end
  claims.all(claim, "f = x, 2x - 1, 2x, n <= 150", first)
end

--- The same, a claim for each of them.
local function in_each_game(claim, wrong)
  for _, bound in ipairs(applet) do
    local first
    for n = 1, SIZE do
      local found = wrong(bound[1], bound[2], H_of[bound[1]], n)
      if found and not first then first = ("n = %d%s"):format(n, found == true and "" or ", " .. found) end
    end
    claims.all(("%s: %s"):format(bound[1], claim), "n <= 150", first)
  end
end

claims.place("the rules")
claims.all("first any number but the whole pile, then what f allows: (n, n-1) and (n - t, f(t))", "f = 2x, n <= 40", (function()
  local rule_file = bouton.game("take-away", { f = "2*x" })
  for n = 1, 40 do
    if rule_file:outcome(n) ~= games["f = 2x"]:outcome(n, n - 1) then return "n = " .. n end
  end
end)())

claims.place("\"Theory\": the sequence H")
claims.check("a pile of one object: the first player loses, so H_1 = 1", "(1,0) is " .. games["f = x"]:outcome(1, 0), games["f = x"]:outcome(1, 0) == "P")
for _, bound in ipairs(bounds) do
  local lost = lost_starts(games[bound[1]])
  found[bound[1]] = table.concat(lost, " ")
  claims.all(("%s: the lost starts are the sequence H"):format(bound[1]), "n <= 150", first_difference(lost, H_of[bound[1]]))
end
claims.all("H_(k+1) = H_k + H_m, m the least with f(H_m) >= H_k: bouton.take_away.sequence has the same m", "f of all these games, H <= 150", (function()
  for _, bound in ipairs(bounds) do
    local terms = bouton.take_away.sequence(bouton.game("take-away", { f = bound[3] }), SIZE)
    for k = 2, math.max(#terms, #H_of[bound[1]]) do
      if not terms[k] or terms[k].H ~= H_of[bound[1]][k] or terms[k].m ~= sources_of[bound[1]][k] then return ("%s, k = %d"):format(bound[1], k) end
    end
  end
end)())
in_the_three_games("the definition makes sense, since f(H_k) >= H_k", function(_, f, H, n) return H[n] and f(H[n]) < H[n] end)
claims.check("f = 5: the sequence is 1 to 6 and ends there, as f(H_k) < H_k", found["f = 5"], found["f = 5"] == "1 2 3 4 5 6")
in_each_game("moving to the nearest H wins", function(name, f, H, n)
  local nearest = sum_of(H, n)[1]
  return nearest < n and games[name]:outcome(nearest, f(n - nearest)) == "N" and ("taking %d to leave %d"):format(n - nearest, nearest)
end)

claims.place("(1) and (2)")
--- How many sums of different H are n, with f(H_j) less than the next one.
local function representations(f, H, n, above)
  if n == 0 then return 1 end
  local count = 0
  for i = 1, #H do
    if H[i] <= n and (not above or f(above) < H[i]) then count = count + representations(f, H, n - H[i], H[i]) end
  end
  return count
end
in_the_three_games("(1) every n is such a sum of H in one way", function(_, f, H, n)
  local count = representations(f, H, n)
  return count ~= 1 and count .. " ways"
end)
in_the_three_games("(1) it is the one that bouton.take_away.sum finds", function(name, _, H, n)
  local text = name == "f = x" and "x" or name == "f = 2x" and "2*x" or "2*x - 1"
  games[text] = games[text] or bouton.game("take-away", { f = text })
  return table.concat(bouton.take_away.sum(games[text], n), " ") ~= table.concat(sum_of(H, n), " ")
end)
local digits, least = {}, sum_of(H_of["f = 2x"], 12)
for i = #H_of["f = 2x"], 1, -1 do
  local one = false
  for _, term in ipairs(least) do one = one or term == H_of["f = 2x"][i] end
  if one or #digits > 0 then digits[#digits + 1] = one and 1 or 0 end
end
claims.check("(1) leads to a binary representation of the pile", "f = 2x: 12 is " .. table.concat(digits), table.concat(digits) == "10101")
in_the_three_games("(2) |n| > 1 unless n is one of the H", function(_, _, H, n)
  local is_H = false
  for _, h in ipairs(H) do is_H = is_H or h == n end
  return (#sum_of(H, n) > 1) == is_H
end)
--- The takes that win at (n, n - 1).
local function winning_takes(name, n)
  local wins = {}
  for _, move in ipairs(games[name]:winning_moves(n, n - 1)) do wins[n - move.to[1][1]] = true end
  return wins
end
in_the_three_games("(2) taking the term of the rightmost 1 wins", function(name, _, H, n)
  local terms = sum_of(H, n)
  return #terms > 1 and not winning_takes(name, n)[terms[#terms]]
end)
in_the_three_games("it is the smallest winning take", function(name, _, H, n)
  local terms, wins = sum_of(H, n), winning_takes(name, n)
  for t = 1, #terms > 1 and terms[#terms] - 1 or 0 do
    if wins[t] then return ("taking %d"):format(t) end
  end
end)
in_the_three_games("such a move reduces |n|, and the next one cannot", function(_, f, H, n)
  local terms = sum_of(H, n)
  local least = terms[#terms]
  if #sum_of(H, n - least) ~= #terms - 1 then return true end
  for t = 1, math.min(f(least), n - least) do
    if #sum_of(H, n - least - t) < #terms - 1 then return ("then %d"):format(t) end
  end
end)
in_the_three_games("0 alone has |n| = 0", function(_, _, H, n) return #sum_of(H, n) == 0 end)

claims.place("the sequence of the three games")
in_the_three_games("H is always increasing", function(_, _, H, n) return H[n + 1] and H[n + 1] <= H[n] end)
in_the_three_games("f = x and 2x - 1: f(H_(j-1)) < H_j, so that H_(j+1) = H_j + H_j", function(name, f, H, n)
  return name ~= "f = 2x" and n > 1 and H[n] and (f(H[n - 1]) >= H[n] or sources_of[name][n + 1] and sources_of[name][n + 1] ~= n)
end)
claims.check("f = x: H_i = 2i", found["f = x"], found["f = x"]:sub(1, 7) == "2 4 6 8")
claims.check("corrected: f = x: H_i = 2^(i-1)", found["f = x"], found["f = x"] == "1 2 4 8 16 32 64 128")
claims.check("f = 2x - 1: here too H_i = 2i", found["f = 2x - 1"], found["f = 2x - 1"]:sub(1, 7) == "2 4 6 8")
claims.check("f = 2x - 1: powers of two as well", found["f = 2x - 1"], found["f = 2x - 1"] == "1 2 4 8 16 32 64 128")
local doubled = H_of["f = 2x"]
local fails_below, fails_above, printed
for j = 3, #doubled do
  if 2 * doubled[j - 2] >= doubled[j] then fails_below = fails_below or "j = " .. j end
  if 2 * doubled[j - 1] <= doubled[j] then fails_above = fails_above or "j = " .. j end
  if doubled[j + 1] and 2 * doubled[j + 1] ~= doubled[j] + doubled[j - 1] then printed = printed or "j = " .. j end
end
claims.all("f = 2x: f(H_(j-2)) < H_j", "H <= 150", fails_below)
claims.all("f = 2x: f(H_(j-1)) > H_j", "H <= 150", fails_above)
claims.all("f = 2x: therefore f(H_(j+1)) = H_j + H_(j-1) (as printed)", "H <= 150", printed)
claims.all("corrected: f = 2x: therefore H_(j+1) = H_j + H_(j-1)", "H <= 150", (function()
  for j = 2, #doubled - 1 do
    if doubled[j + 1] ~= doubled[j] + doubled[j - 1] then return "j = " .. j end
  end
end)())
claims.check("f = 2x: Fibonacci numbers", found["f = 2x"], found["f = 2x"] == "1 2 3 5 8 13 21 34 55 89 144")

claims.place("the proof of (1)")
in_the_three_games("existence: H_k <= n < H_(k+1) leaves n - H_k < H_m <= H_k", function(name, _, H, n)
  for k = #H - 1, 1, -1 do
    if H[k] <= n and n < H[k + 1] then
      local m = sources_of[name][k + 1]
      return not (n - H[k] < H[m] and H[m] <= H[k])
    end
  end
end)
in_the_three_games("uniqueness: the sum up to H_j is less than H_(j+1), so every sum that is n has the greatest H <= n", function(_, _, H, n)
  local terms, total = sum_of(H, n), 0
  for i = #terms, 1, -1 do
    total = total + terms[i]
    for j = 1, #H - 1 do
      if H[j] == terms[i] and total >= H[j + 1] then return true end
    end
  end
end)

claims.place("\"The Losing Positions\"")
in_the_three_games("|n| = 1: whatever is taken but all, the other player can reduce |n - t|", function(_, f, H, n)
  if #sum_of(H, n) > 1 then return nil end
  for t = 1, n - 1 do
    local terms = sum_of(H, n - t)
    if terms[#terms] > f(t) then return "taking " .. t end
  end
end)
in_the_three_games("the other player may take any unit of n - t", function(_, f, H, n)
  if #sum_of(H, n) > 1 then return nil end
  for t = 1, n - 1 do
    local terms = sum_of(H, n - t)
    if #terms > 1 and terms[1] > f(t) then return ("taking %d: %d is too much"):format(t, terms[1]) end
  end
end)
in_each_game("any term of the sum may be removed", function(name, _, H, n)
  local terms = sum_of(H, n)
  if #terms == 1 then return nil end
  local wins = winning_takes(name, n)
  for _, term in ipairs(terms) do
    if not wins[term] then return ("taking %d"):format(term) end
  end
end)
in_the_three_games("if n - t is an H too, it may be taken whole: f(n - H_j) >= H_j", function(_, f, H, n)
  if #sum_of(H, n) > 1 then return nil end
  for _, h in ipairs(H) do
    if h < n and f(n - h) < h then return "leaving " .. h end
  end
end)

claims.place("\"The Winning Strategy\"")
in_the_three_games("after the least term the next one cannot be taken", function(_, f, H, n)
  local terms = sum_of(H, n)
  return #terms > 1 and f(terms[#terms]) >= terms[#terms - 1]
end)
in_the_three_games("|n| = 1: the first player is bound to lose", function(name, _, H, n)
  return #sum_of(H, n) == 1 and games[name]:outcome(n, n - 1) ~= "P"
end)

claims.place("Schwenk's theorem")
-- A bound that decreases.
local falling = function(x) return math.max(9 - 2 * x, 1) end
claims.all("the theorem holds for a bound that decreases, max(9 - 2x, 1)", "n <= 150", first_difference(lost_starts(take_away(falling)), (schwenk(falling))))
local named = bouton.game("take-away", { f = "math.max(9 - 2*x, 1)" })
local explained = named:explain():find("decrease", 1, true) ~= nil
local agree = named:outcome(40, 39) == take_away(falling):outcome(40, 39)
claims.check("there Bouton says so, and takes the table", explained and "explain says that f decreases" or "no word of it", explained and agree)

claims.close()
