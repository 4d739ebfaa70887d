-- How the two games look, and what a click on them means.
local boards = {}

local WIN, LOSE = { 0.36, 0.78, 0.45 }, { 0.85, 0.36, 0.33 }

--- The colour of a hint: a move to a P-position wins.
local function hint_colour(move) return move.outcome == "P" and WIN or LOSE end

-- Corner the Lady: the lady stands at column S, row L, and moves as a queen towards the corner at the left below.
local Corner = { left = 40, bottom = 600, size = 44, cells = 12 }
boards.wythoff = Corner

function Corner:square(x, y) return self.left + x * self.size, self.bottom - (y + 1) * self.size end

function Corner:draw(match, hints)
  local targets = {}
  for _, option in ipairs(match.options) do targets[option.to] = true end
  for x = 0, self.cells - 1 do
    for y = 0, self.cells - 1 do
      local px, py = self:square(x, y)
      local shade = (x + y) % 2 == 0 and 0.93 or 0.80
      love.graphics.setColor(shade, shade * 0.97, shade * 0.88)
      love.graphics.rectangle("fill", px, py, self.size, self.size)
      local to = x .. "," .. y
      if match.turn == "person" and targets[to] then
        local hint = hints and hints[to]
        if hint then
          local colour = hint_colour(hint)
          love.graphics.setColor(colour[1], colour[2], colour[3], 0.75)
          love.graphics.rectangle("fill", px + 3, py + 3, self.size - 6, self.size - 6, 6)
          love.graphics.setColor(0.1, 0.1, 0.1)
          if hint.remoteness >= 0 then love.graphics.printf(hint.remoteness, px, py + 14, self.size, "center") end
        else
          love.graphics.setColor(0.25, 0.35, 0.6, 0.55)
          love.graphics.circle("fill", px + self.size / 2, py + self.size / 2, 6)
        end
      end
    end
  end
  local at = match.position:coordinates()
  local px, py = self:square(at[1], at[2])
  local s = self.size
  love.graphics.setColor(0.35, 0.1, 0.35)
  love.graphics.polygon("fill", px + 7, py + s - 8, px + 5, py + 13, px + s * 0.36, py + 24, px + s / 2, py + 7,
    px + s * 0.64, py + 24, px + s - 5, py + 13, px + s - 7, py + s - 8)
  love.graphics.setColor(0.9, 0.8, 0.3)
  for _, dx in ipairs { 5, s / 2, s - 5 } do love.graphics.circle("fill", px + dx, py + (dx == s / 2 and 7 or 13), 3) end
end

--- The text of the position that a click at a pixel leads to, if it is on the board.
function Corner:target(_, px, py)
  local x, y = math.floor((px - self.left) / self.size), math.floor((self.bottom - py) / self.size)
  if x >= 0 and y >= 0 and x < self.cells and y < self.cells then return x .. "," .. y end
end

--- The pixel to click at for a position.
function Corner:pixel(to)
  local x, y = to:match("(%d+),(%d+)")
  local px, py = self:square(tonumber(x), tonumber(y))
  return px + self.size / 2, py + self.size / 2
end

-- Take-Away: a heap in rows; a click on a token takes it and all behind it.
local Heap = { left = 60, top = 110, step = 46, columns = 12 }
boards["take-away"] = Heap

function Heap:place(k) return self.left + (k - 1) % self.columns * self.step, self.top + math.floor((k - 1) / self.columns) * self.step end

function Heap:draw(match, hints)
  local at = match.position:coordinates()
  local n, limit = at[1], at[2]
  local by_count = {}
  for _, option in ipairs(match.options) do by_count[tonumber(option.to:match("%d+"))] = option end
  for k = 1, n do
    local px, py = self:place(k)
    local option = match.turn == "person" and by_count[k - 1]
    local hint = option and hints and hints[option.to]
    if hint then love.graphics.setColor(hint_colour(hint))
    elseif option then love.graphics.setColor(0.30, 0.45, 0.75)
    else love.graphics.setColor(0.55, 0.55, 0.6) end
    love.graphics.circle("fill", px, py, 18)
    if option then
      love.graphics.setColor(1, 1, 1)
      love.graphics.printf(n - k + 1, px - 18, py - 7, 36, "center")
    end
  end
  love.graphics.setColor(0.15, 0.15, 0.2)
  love.graphics.print(string.format("%d left; at most %d may be taken", n, math.min(n, limit)), self.left - 20, 70)
end

function Heap:target(match, px, py)
  local n = match.position:coordinates()[1]
  for k = 1, n do
    local x, y = self:place(k)
    if (px - x) ^ 2 + (py - y) ^ 2 <= 18 ^ 2 then
      for _, option in ipairs(match.options) do
        if tonumber(option.to:match("%d+")) == k - 1 then return option.to end
      end
    end
  end
end

function Heap:pixel(to) return self:place(tonumber(to:match("%d+")) + 1) end

return boards
