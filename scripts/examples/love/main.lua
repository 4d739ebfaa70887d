-- Two games on libbouton: Corner the Lady and Take-Away. The rules are the installed rule files, unchanged.
local bouton = require "bouton"
local boards = require "boards"
local Heatmap = require "heatmap"
local Match = require "match"

local FRAME_BUDGET = 0.004  -- seconds that a question may hold up a frame
local GAMES = {
  { name = "wythoff", title = "Corner the Lady", start = "7,11", values = bouton.GRUNDY },
  { name = "take-away", title = "Take-Away", start = "40", values = bouton.OUTCOME },
}

local app = { screen = "board", level = 6, hints = false, number = 1, message = "" }
local KEYS = {}

local function select_game(number)
  app.message = ""
  app.number = number
  local entry = GAMES[number]
  entry.game = entry.game or app.runtime:game(entry.name)
  entry.match = entry.match or Match.new(entry.game, entry.start, app.level, os.time())
  app.entry, app.match, app.board = entry, entry.match, boards[entry.name]
end

function KEYS.h() app.hints = not app.hints end
function KEYS.u() app.match:undo() end
function KEYS.n() app.match.seed = app.match.seed + 1000; app.match:restart() end
function KEYS.g() select_game(app.number % #GAMES + 1) end
function KEYS.m()
  app.screen = app.screen == "map" and "board" or "map"
  app.entry.map = app.entry.map or Heatmap.new(app.entry.game, app.entry.values)
end
function KEYS.r()
  local ok, complaint = app.entry.game:reload()
  app.message = ok and "The rules were loaded again." or complaint
  if ok then app.entry.map = nil; app.match:restart() end
end
function KEYS.up() app.level = math.min(10, app.level + 1) end
function KEYS.down() app.level = math.max(0, app.level - 1) end
function KEYS.escape() love.event.quit() end

function love.load()
  app.runtime = bouton.runtime(FRAME_BUDGET)
  love.graphics.setBackgroundColor(0.97, 0.96, 0.93)
  love.graphics.setFont(love.graphics.newFont(15))
  select_game(1)
  if os.getenv "BOUTON_LOVE_TEST" then app.test = require("selftest")(app, GAMES) end
end

function love.update()
  app.match.level = app.level
  app.match:update()
  if app.hints and not app.match:over() then app.match:hint() end
  if app.screen == "map" then
    app.entry.map = app.entry.map or Heatmap.new(app.entry.game, app.entry.values)
    app.entry.map:update()
  end
  if app.test then app.test() end
end

local function status_line()
  local match = app.match
  if match:over() then return match:winner() == "person" and "You have won." or "The machine has won." end
  if match.turn == "machine" then return "The machine thinks ..." end
  return app.hints and not match.hints and "Looking for hints ..." or "Your move."
end

function love.draw()
  if app.screen == "map" and app.entry.map then
    app.entry.map:draw()
  else
    app.board:draw(app.match, app.hints and app.match.hints or nil)
    love.graphics.setColor(0.15, 0.15, 0.2)
    love.graphics.print(app.entry.title, 40, 24)
  end
  love.graphics.setColor(0.15, 0.15, 0.2)
  local lines = {
    "position " .. app.match.position:text(), status_line(), "level " .. app.level .. " of 10", "",
    "click: move", "h  hints (green wins)", "u  undo", "up, down  level", "n  new game", "g  other game", "m  map",
    "r  load the rules again", "esc  quit", "", app.message,
  }
  love.graphics.printf(table.concat(lines, "\n"), 640, 130, 240)
end

function love.mousepressed(x, y, button)
  if button ~= 1 or app.screen ~= "board" or app.match.turn ~= "person" then return end
  local to = app.board:target(app.match, x, y)
  if to then app.match:play(to) end
end

function love.keypressed(key)
  if KEYS[key] then KEYS[key]() end
end

function love.quit() app.runtime:cancel() end
