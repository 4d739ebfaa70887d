-- Nim under both conventions, ordered piles, and two counting games.
--
--   bouton run scripts/reproduce/nim.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("C. L. Bouton (1901), Annals of Mathematics 3:35-39; ordered piles (TopCoder, StoneGameStrategist); twenty-one; no copycats")

local function three_heaps(play)
  return bouton.game {
    position = { "a", "b", "c" }, symmetric = true, play = play,
    moves = function(a, b, c)
      for t = 1, a do move(a - t, b, c) end
      for t = 1, b do move(a, b - t, c) end
      for t = 1, c do move(a, b, c - t) end
    end,
  }
end

--- The first triple up to `size` at which `fits` is false, as text, or nil.
local function first_triple(size, fits)
  for a = 0, size do
    for b = a, size do
      for c = b, size do
        if not fits(a, b, c) then return ("(%d,%d,%d)"):format(a, b, c) end
      end
    end
  end
end

local SIZE = 15
local normal = three_heaps("normal"):table({ SIZE, SIZE, SIZE }, "outcome")
local misere = three_heaps("misere"):table({ SIZE, SIZE, SIZE }, "outcome")

claims.all("normal play: P iff the nim-sum is 0", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c) return (normal[a][b][c] == "P") == (a ~ b ~ c == 0) end))
claims.all("misère play: P iff the nim-sum is 0", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c) return (misere[a][b][c] == "P") == (a ~ b ~ c == 0) end))
claims.all("misère play: the same, but an odd number of ones where no heap is above 1", "three heaps <= 15",
           first_triple(SIZE, function(a, b, c)
             local P = a ~ b ~ c == 0
             if math.max(a, b, c) <= 1 then P = (a + b + c) % 2 == 1 end
             return (misere[a][b][c] == "P") == P
           end))
local sum = bouton.sum { { bouton.game("nim"), { 3 } }, { bouton.game("nim"), { 4 } }, { bouton.game("nim"), { 5 } } }
local wins = sum:winning_moves()
claims.check("(3,4,5): the one winning move takes 2 from the 3", ("%d winning move: heap %d to %d"):format(#wins, wins[1].component, wins[1].to[1][1]),
             #wins == 1 and wins[1].component == 1 and wins[1].to[1][1] == 1)

-- Ordered piles.
local stairs = bouton.game {
  position = bouton.piles("a"),
  valid = function(a)
    for i = 2, #a do if a[i] < a[i - 1] then return false end end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      for t = 1, a[i] - (i > 1 and a[i - 1] or 0) do
        local b = {}
        for j = 1, #a do b[j] = a[j] end
        b[i] = a[i] - t
        move(b)
      end
    end
  end,
}
--- The nim-sum of a_k - a_(k-1), a_(k-2) - a_(k-3), ...; a pile of 0 is added on the left, or on the right, where k is odd.
local function staircase_sum(piles, side)
  local a = table.move(piles, 1, #piles, 1, {})
  if #a % 2 == 1 then table.insert(a, side == "left" and 1 or #a + 1, 0) end
  local total = 0
  for i = #a, 2, -2 do total = total ~ math.abs(a[i] - a[i - 1]) end
  return total
end
local function first_stairs(side)
  for k = 1, 4 do
    local high = {}
    for i = 1, k do high[i] = k <= 3 and 8 or 6 end
    local outcomes = stairs:table(high, "outcome")
    local piles = {}
    local function walk(i, row)
      if i > k then
        if (row == "P") ~= (staircase_sum(piles, side) == 0) then return "(" .. table.concat(piles, ",") .. ")" end
        return nil
      end
      for value = i > 1 and piles[i - 1] or 0, high[i] do
        piles[i] = value
        local wrong = walk(i + 1, row[value])
        piles[i] = nil
        if wrong then return wrong end
      end
    end
    local wrong = walk(1, outcomes)
    if wrong then return wrong end
  end
end
claims.all("ordered piles: P iff the nim-sum of differences is 0, a 0 put on the left", "1 to 4 piles <= 8 (4: <= 6)", first_stairs("left"))
claims.all("ordered piles: the same with the 0 put on the right", "1 to 4 piles", first_stairs("right"))

-- Twenty-one.
local counting = bouton.game {
  position = { { "said", max = 21 } }, play = "misere",
  moves = function(said) for n = 1, math.min(3, 21 - said) do move(said + n) end end,
}
local lost, opening = {}, "every opening loses"
for said = 0, 21 do
  if counting:outcome(said) == "P" then lost[#lost + 1] = said end
end
for said = 1, 3 do
  if counting:outcome(said) == "P" then opening = said .. " wins" end
end
claims.check("twenty-one: who is to speak at 0, 4, 8, ..., 20 loses", table.concat(lost, " "), table.concat(lost, " ") == "0 4 8 12 16 20")
claims.check("twenty-one: every opening loses", opening, opening == "every opening loses")

-- No copycats.
local function copycat(m)
  return bouton.game {
    position = { "n", { "last", max = m } },
    moves = function(n, last)
      for t = 1, math.min(m, n) do if t ~= last then move(n - t, t) end end
    end,
  }
end
local theorem = {
  [2] = { 3, 0 }, [3] = { 4, 0 }, [4] = { 5, 0 }, [5] = { 13, 0, 7 }, [6] = { 7, 0 }, [7] = { 25, 0, 9, 17 }, [8] = { 9, 0 },
  [9] = { 32, 0, 11, 22 }, [10] = { 11, 0 }, [11] = { 12, 0 },
}
for m = 2, 11 do
  local row = copycat(m):table({ 400, { 0, 0 } }, "outcome")
  local period, residues = theorem[m][1], {}
  for i = 2, #theorem[m] do residues[theorem[m][i]] = true end
  local wrong
  for n = 0, 400 do
    if (row[n][0] == "P") ~= (residues[n % period] == true) then wrong = wrong or "n = " .. n end
  end
  claims.all(("no copycats, m = %d: P at n mod %d in {%s}"):format(m, period, table.concat(theorem[m], ", ", 2)), "n <= 400", wrong)
end

claims.close()
