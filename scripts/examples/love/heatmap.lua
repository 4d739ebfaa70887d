-- A screen with the table of a game: each position a cell, its colour the value.
local bouton = require "bouton"

local Heatmap = {}
Heatmap.__index = Heatmap

local WIDTH, HEIGHT, CELL = 90, 90, 6

--- kind: bouton.GRUNDY or bouton.OUTCOME.
function Heatmap.new(game, kind) return setmetatable({ game = game, kind = kind }, Heatmap) end

--- From dark blue over green to yellow; `part` from 0 to 1.
local function colour(part)
  return 0.15 + 0.85 * part ^ 2, 0.10 + 0.80 * part, 0.35 + 0.35 * math.sin(math.pi * part) - 0.2 * part
end

--- Once a frame, until the table is there: it may take longer than a frame.
function Heatmap:update()
  if self.image then return end
  local value = self.game:table(WIDTH, HEIGHT, self.kind)
  if not value then return end
  local greatest = 1
  for x = 0, WIDTH - 1 do
    for y = 0, HEIGHT - 1 do greatest = math.max(greatest, value(x, y) or 0) end
  end
  self.greatest, self.value = greatest, value
  local pixels = love.image.newImageData(WIDTH, HEIGHT)
  for x = 0, WIDTH - 1 do
    for y = 0, HEIGHT - 1 do
      local v = value(x, y)
      if not v then pixels:setPixel(x, HEIGHT - 1 - y, 0.5, 0.5, 0.5, 1)
      elseif v == 0 then pixels:setPixel(x, HEIGHT - 1 - y, 0.85, 0.15, 0.15, 1)
      else
        local r, g, b = colour(v / greatest)
        pixels:setPixel(x, HEIGHT - 1 - y, r, g, b, 1)
      end
    end
  end
  self.image = love.graphics.newImage(pixels)
  self.image:setFilter("nearest", "nearest")
end

function Heatmap:draw()
  love.graphics.setColor(0.15, 0.15, 0.2)
  local what = self.kind == bouton.GRUNDY and "Grundy values" or "outcomes"
  love.graphics.print(string.format("%s: %s of %d x %d positions; red: the player to move loses", self.game:title(), what, WIDTH, HEIGHT), 40, 24)
  if not self.image then
    love.graphics.print("working ...", 40, 60)
    return
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, 40, 60, 0, CELL, CELL)
  local mx, my = love.mouse.getPosition()
  local x, y = math.floor((mx - 40) / CELL), HEIGHT - 1 - math.floor((my - 60) / CELL)
  love.graphics.setColor(0.15, 0.15, 0.2)
  if x >= 0 and x < WIDTH and y >= 0 and y < HEIGHT then
    love.graphics.print(string.format("(%d, %d): %s", x, y, self.value(x, y) or "-"), 640, 60)
  end
  love.graphics.print("greatest value: " .. self.greatest, 640, 90)
end

return Heatmap
