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
    local p, r = options[i].to[1], options[i].to[2]
    local below = C * r + D
    local G = below ~= 0 and math.cos((A * r + B * p) / below) or -1.0
    if not greatest or G > greatest then best, greatest = i, G end
  end
  return best
end

return game {
  name     = "nimrod",
  title    = "Nimrod",
  source   = "J. M. Henle and Schlatter",
  text     = "One heap of p. Take one fewer than was just taken, the same number, or one more, but at least 1; "
          .. "who cannot move loses. The game starts as if 1 had been taken.",
  position = { "p", { "r", min = 1 } },
  start = function(p) return p, 1 end,
  moves = function(p, r)
    if r > 1 and r - 1 <= p then move.fewer(p - (r - 1), r - 1) end
    if r <= p then move.same(p - r, r) end
    if r + 1 <= p then move.more(p - (r + 1), r + 1) end
  end,
  closed_form = "nimrod",
  players = {
    -- The authors' promising strategy: the sectors where they speak, else G.
    model = function(position, options)
      return option_by_sector(position, options) or option_by_G(options)
    end,
    -- The sectors outside the core, p < r^2 / 2, and chance in it.
    proposition = function(position, options)
      local p, r = position[1], position[2]
      return 2 * p < r * r and option_by_sector(position, options) or random(#options)
    end,
    -- The same with the inequality as it is printed, which is the wrong way round: chance outside the core, where every
    -- move may throw the game away.
    ["proposition-as-printed"] = function(position, options)
      local p, r = position[1], position[2]
      return 2 * p > r * r and option_by_sector(position, options) or random(#options)
    end,
  },
  example = { 20, 1 },
  known = {
    outcome = {
      { {0, 1}, "P" }, { {1, 3}, "P" }, { {3, 1}, "P" }, { {5, 1}, "P" }, { {13, 1}, "P" }, { {16, 1}, "P" },
      { {17, 1}, "N" }, { {42, 1}, "P" }, { {5, 2}, "P" }, { {5, 7}, "P" },
    },
  },
}
