-- The constants of the player "model": among its options (p, r) it takes the one with the greatest
-- cos((a r + b p) / (c r + d)). The defaults follow the sectors A to D outwards.
local a = param("a", "-0.5", "model: a, in units of pi")
local b = param("b", "1", "model: b, in units of pi")
local c = param("c", "1", "model: c")
local d = param("d", "0", "model: d")

local function number(name, text)
  return assert(tonumber(text), name .. " must be a number, not " .. text) + 0.0
end
local A, B = number("a", a) * math.pi, number("b", b) * math.pi
local C, D = number("c", c), number("d", d)

local cos = math.cos

--- What is known of (p, r) outside the core: 1, 2, 3 for N-positions of the sectors A, B, C, where r - 1, r, r + 1
--- wins, 0 for P-positions (sector D), nil in the core.
local function sector(p, r)
  if p > r * (r + 2) then return nil end  -- no sector reaches so far
  for k = math.max(p // (2 * r) - 1, 0), p // (2 * r) + 2 do
    if k >= 1 then
      if (2 * k - 1) * r - k - 1 < p and p < 2 * k * r - 3 * k then return 1 end
      if (2 * k - 1) * r + k - 2 < p and p < 2 * k * r - k then return 2 end
      if (2 * k - 1) * r + 3 * k - 3 < p and p < 2 * k * r + k then return 3 end
    end
    if 2 * k * r + k - 1 < p and p < (2 * k + 1) * r - k - 1 then return 0 end
  end
end

--- The option that takes `taken`, or nil.
local function option_that_takes(taken, options)
  for i = 1, #options do
    if options[i].to[2] == taken then return i end
  end
end

--- The option that the sectors name at (p, r), or nil.
local function option_by_sector(position, options)
  local known = sector(position[1], position[2])
  if known and known > 0 then return option_that_takes(position[2] + known - 2, options) end
end

--- The options that leave the greatest G.
local function option_by_G(options)
  local best, greatest
  for i = 1, #options do
    local to = options[i].to
    local r = to[2]
    local below = C * r + D
    local G = below ~= 0 and cos((A * r + B * to[1]) / below) or -1.0
    if not greatest or G > greatest then best, greatest = i, G end
  end
  return best
end

--- The authors' promising strategy: the sectors where they speak, else G.
local function model(position, options) return option_by_sector(position, options) or option_by_G(options) end

--- Whether low(k) < p < high(k) for some k >= least: what the four kinds of sector are.
local function within(p, least, low, high)
  for k = least, p + 1 do
    if low(k) >= p then return false end
    if p < high(k) then return true end
  end
  return false
end
local sectors = {
  A = function(p, r)
    return within(p, 1, function(k) return (2 * k - 1) * r - k - 1 end, function(k) return 2 * k * r - 3 * k end)
  end,
  B = function(p, r)
    return within(p, 1, function(k) return (2 * k - 1) * r + k - 2 end, function(k) return 2 * k * r - k end)
  end,
  C = function(p, r)
    return within(p, 1, function(k) return (2 * k - 1) * r + 3 * k - 3 end, function(k) return 2 * k * r + k end)
  end,
  D = function(p, r)
    return within(p, 0, function(k) return 2 * k * r + k - 1 end, function(k) return (2 * k + 1) * r - k - 1 end)
  end,
}
local function lost(p, r) return outcome(p, r) == "P" end
--- The starts that are in the list.
local function list_of_starts(list)
  local listed = {}
  for i = 1, #list do listed[list[i]] = true end
  return function(p) return lost(p, 1) == (listed[p] or false) end
end

return game {
  name     = "nimrod",
  title    = "Nimrod",
  source   = "J. M. Henle and E. L. Schlatter",
  text     = "One heap of p. Take one fewer than was just taken, the same number, or one more, but at least 1; "
          .. "whoever cannot move loses. The game starts as if 1 had been taken.",
  position = { "p", { "r", min = 1 } },
  start = function(p) return p, 1 end,
  moves = function(p, r)
    if r > 1 and r - 1 <= p then move.fewer(p - (r - 1), r - 1) end
    if r <= p then move.same(p - r, r) end
    if r + 1 <= p then move.more(p - (r + 1), r + 1) end
  end,
  closed_form = "nimrod",
  players = {
    model = model,
    -- Model outside the core, p < r^2 / 2, and chance in it.
    proposition = function(position, options)
      local p, r = position[1], position[2]
      return 2 * p < r * r and model(position, options) or random(#options)
    end,
    -- The same with the inequality as it is printed, which is the wrong way round: chance outside the core, where every
    -- move may throw the game away.
    ["proposition-as-printed"] = function(position, options)
      local p, r = position[1], position[2]
      return 2 * p > r * r and model(position, options) or random(#options)
    end,
  },
  example = { 20, 1 },
  known = {
    outcome = {
      { {0, 1}, "P" }, { {1, 3}, "P" }, { {3, 1}, "P" }, { {5, 1}, "P" }, { {13, 1}, "P" }, { {16, 1}, "P" },
      { {17, 1}, "N" }, { {42, 1}, "P" }, { {5, 2}, "P" }, { {5, 7}, "P" },
    },
  },
  claims = {
    { "there is no move where p < r - 1, and one elsewhere", source = "Nimrod is complex", box = { { 1, 200 }, 40 },
      check = function(p, r) return (#options(p, r) == 0) == (p < r - 1) end },
    { "the lost starts are 3, 5, 8, 11, 13, 17, 20, 22, 25, 27, 30, 32, 35, 38, 40, 43",
      source = "Nimrod is complex, the list", box = { { 1, 43 }, 1 }, fails = { 16, 1 },
      check = list_of_starts { 3, 5, 8, 11, 13, 17, 20, 22, 25, 27, 30, 32, 35, 38, 40, 43 } },
    { "the lost starts are 3, 5, 8, 11, 13, 16, 19, 21, 24, 26, 29, 31, 34, 37, 39, 42", source = "the list, corrected",
      box = { { 1, 43 }, 1 },
      check = list_of_starts { 3, 5, 8, 11, 13, 16, 19, 21, 24, 26, 29, 31, 34, 37, 39, 42 } },
    { "one more than a lost start is a won one", source = "proposition 1, part 1", box = { { 1, 400 }, 1 },
      check = function(p) return not lost(p, 1) or not lost(p + 1, 1) end },
    { "after two won starts in a row comes a lost one", source = "proposition 1, part 2", box = { { 1, 400 }, 1 },
      check = function(p) return lost(p, 1) or lost(p + 1, 1) or lost(p + 2, 1) end },
    { "where a, a + 1 are won starts: (a-1, 2), (a-1, 1) are lost, (a-2, 1), (a-3, 2), (a-4, 3), (a, 2) won",
      source = "proposition 1, the steps of the proof", box = { { 5, 400 }, 1 },
      check = function(a)
        if lost(a, 1) or lost(a + 1, 1) then return true end
        return lost(a - 1, 2) and lost(a - 1, 1)
          and not (lost(a - 2, 1) or lost(a - 3, 2) or lost(a - 4, 3) or lost(a, 2))
      end },
    { "A: (2k-1)r - k - 1 < p < 2kr - 3k is won by taking r - 1", source = "the sectors, A", box = { { 1, 200 }, 40 },
      check = function(p, r) return not sectors.A(p, r) or not lost(p, r) and lost(p - r + 1, r - 1) end },
    { "B: (2k-1)r + k - 2 < p < 2kr - k is won by taking r", source = "the sectors, B", box = { { 1, 200 }, 40 },
      check = function(p, r) return not sectors.B(p, r) or not lost(p, r) and lost(p - r, r) end },
    { "C: (2k-1)r + 3k - 3 < p < 2kr + k is won by taking r + 1", source = "the sectors, C", box = { { 1, 200 }, 40 },
      check = function(p, r) return not sectors.C(p, r) or not lost(p, r) and lost(p - r - 1, r + 1) end },
    { "D: 2kr + k - 1 < p < (2k+1)r - k - 1 is lost", source = "the sectors, D", box = { { 1, 200 }, 40 },
      check = function(p, r) return not sectors.D(p, r) or lost(p, r) end },
    { "p = r^2/2 + r/4 - 3/2 lies in no sector", source = "equation (5)", box = { { 1, 300 }, 40 },
      check = function(p, r)
        if 4 * p ~= 2 * r * r + r - 6 then return true end
        return not (sectors.A(p, r) or sectors.B(p, r) or sectors.C(p, r) or sectors.D(p, r))
      end },
  },
}
