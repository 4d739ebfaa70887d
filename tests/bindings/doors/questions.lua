-- The questions of questions.tsv, asked of the module for Lua: bouton run questions.lua QUESTIONS.
local bouton = require "bouton"

local function split(text, separator)
  local parts = {}
  for part in (text .. separator):gmatch("(.-)" .. separator:gsub("%p", "%%%0")) do parts[#parts + 1] = part end
  return parts
end

local function words(text)
  local found = {}
  for word in text:gmatch("%S+") do found[#found + 1] = word end
  return found
end

-- Coordinates as the module takes them: numbers of any size, or what was typed.
local function coordinates(text)
  local found = {}
  for _, part in ipairs(split(text, ",")) do
    found[#found + 1] = math.tointeger(part) or (part:find("^%d+$") and bouton.int(part)) or part
  end
  return found
end

-- What may be asked about: a game and the coordinates of a position, or a sum and no coordinates.
local function place(game, text)
  local components = {}
  for index, part in ipairs(split(text, " + ")) do
    local names = words(part)
    local about = game
    if index > 1 then about = bouton.game(table.remove(names, 1)) end
    for _, word in ipairs(names) do components[#components + 1] = { about, coordinates(word) } end
  end
  if #components == 1 then return game, table.unpack(components[1][2]) end
  return bouton.sum(components)
end

local function asked(verb, game, text)
  local results = table.pack(place(game, text))
  local about = table.remove(results, 1)
  return about[verb](about, table.unpack(results))
end

local function box(text)
  local bounds = {}
  for _, word in ipairs(words(text)) do
    local low, high = word:match("^(%-?%d+):(%-?%d+)$")
    bounds[#bounds + 1] = { math.tointeger(low), math.tointeger(high) }
  end
  return bounds
end

local function joined(list, separator, f)
  local texts = {}
  for index, entry in ipairs(list) do texts[index] = f(entry) end
  return table.concat(texts, separator)
end

local function shown(value)
  if value == nil then return "unknown" end
  if type(value) == "table" then return "infinity(" .. table.concat(value.infinity, ",") .. ")" end
  return tostring(value)
end

local function position_text(position)
  if type(position) ~= "table" then return tostring(position) end
  return #position == 0 and "()" or joined(position, ",", tostring)
end

local function move_text(move)
  local to = #move.to == 0 and "nothing" or joined(move.to, " + ", position_text)
  return (move.label and move.label ~= "") and move.label .. " to " .. to or "to " .. to
end

local cells = { P = 0, N = 1, draw = 2 }
local function cell(value)
  if value == nil then return "-1" end
  if type(value) == "table" then return "-2" end
  return tostring(cells[value] or value)
end

-- The values of a table, the last coordinate fastest.
local function values(part, low, high, axis, found)
  for i = low[axis], high[axis] do
    local inner = part and part[i]
    if axis == #low then found[#found + 1] = cell(inner) else values(inner, low, high, axis + 1, found) end
  end
  return found
end

local function none(text) return text == "" and "none" or text end
local function statement(entry) return entry.statement end
local function piles(text) return text ~= "0" and math.tointeger(text) or nil end

local verbs = {
  title = function(game) return game:title() end,
  outcome = function(game, at) return asked("outcome", game, at) end,
  grundy = function(game, at) return shown(asked("grundy", game, at)) end,
  remoteness = function(game, at) return shown(asked("remoteness", game, at)) end,
  longest = function(game, at) return shown(asked("longest", game, at)) end,
  winning = function(game, at) return none(joined(asked("winning_moves", game, at), "; ", move_text)) end,
  why = function(game, at)
    local lines = {}
    for line in asked("why", game, at):gmatch("[^\n]+") do
      if line:find("%S") then lines[#lines + 1] = line:match("^%s*(.-)%s*$") end
    end
    return table.concat(lines, " | ")
  end,
  genus = function(game, at)
    local found = asked("genus", game, at)
    return found.genus .. " " .. found.outcome
  end,
  graph = function(game, at)
    local found = asked("graph", game, at)
    return #found.edges .. " " .. joined(found.nodes, " ", function(node) return shown(node.grundy) end)
  end,
  match = function(game, at, one, two, games, seed)
    local request = { players = { one, two }, games = math.tointeger(games), seed = math.tointeger(seed) }
    local found = game:match(request, table.unpack(coordinates(at)))
    return ("%d %d %d"):format(found.players[1].wins, found.players[2].wins, found.draws)
  end,
  verify = function(game, ranges) return game:verify(box(ranges)).same and "same" or "different" end,
  positions = function(game, ranges) return joined(game:positions(box(ranges)), " ", position_text) end,
  count = function(game, ranges, total, heaps, multisets, mod)
    local function wanted(text) return text ~= "0" and math.tointeger(text) or nil end
    local found = game:count(box(ranges), {
      total = total ~= "-" and total or nil, heaps = wanted(heaps), multisets = multisets == "1" or nil, mod = wanted(mod),
    })
    return shown(found.count) .. " " .. shown(found.total)
  end,
  table = function(game, kind, ranges)
    local found = game:table(box(ranges), kind)
    return table.concat(values(found, found:low(), found:high(), 1, {}), " ")
  end,
  sequence = function(game, kind, last)
    local found = game:sequence(math.tointeger(last), kind)
    local texts = {}
    for n = found:low(), #found do texts[#texts + 1] = cell(found[n]) end
    return table.concat(texts, " ")
  end,
  period = function(game, last)
    local found = game:sequence(math.tointeger(last)):period()
    if not found then return "unknown" end
    return ("%d %d %d %s"):format(found.preperiod, found.period, found.saltus, found.theorem or "seen")
  end,
  quotient = function(game, last)
    local found = game:quotient(math.tointeger(last))
    return found.order .. " " .. found.text
  end,
  theorem = function(game, number) return shown(game:theorem(piles(number)).statement) end,
  discover = function(game, number)
    local found = game:discover(piles(number))
    return none(joined(found.theorems, " | ", statement)) .. " ? " .. none(joined(found.conjectures, " | ", statement))
  end,
}

-- Parameters as the module takes them: texts, but numbers and lists as what they are.
local function parameters(text)
  local given = {}
  for _, setting in ipairs(text == "-" and {} or words(text)) do
    local name, value = setting:match("^(.-)=(.*)$")
    given[name] = math.tointeger(value) or value
  end
  return given
end

for line in io.lines(arg[1]) do
  if line:sub(1, 1) ~= "#" then
    local fields = split(line, "\t")
    local done, answer = pcall(function()
      return verbs[fields[1]](bouton.game(fields[2], parameters(fields[3])), table.unpack(fields, 4))
    end)
    -- An error begins with the line of this script that asked.
    print(done and answer or "error " .. tostring(answer):gsub("^%S*questions%.lua:%d+: ", ""))
  end
end
