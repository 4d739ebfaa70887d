-- docs/games.md: a table of all games, from their rule files and from what Bouton says of them.
--
--   bouton run scripts/games.lua > docs/games.md.new && mv docs/games.md.new docs/games.md
--   bouton run scripts/games.lua --measure NAME...   the sizes of these games anew; of all where none is named
--
-- Everything in it but the sizes follows from the rule files, so that a test can compare it. The sizes are those that docs/games.md has
-- already, unless they are measured.
local bouton = require "bouton"

local root = (arg[0]:match("^(.*)/") or ".") .. "/.."
local to_measure = {}
for i = 2, #arg do to_measure[arg[i]] = true end

local function is_measured(name) return arg[1] == "--measure" and (#arg == 1 or to_measure[name]) end

local folders = {
  { "heaps", "One heap or number" },
  { "take-and-break", "Heaps that are taken from and split" },
  { "wythoff", "Two heaps, or a piece on a quarter of the plane" },
  { "piles", "Some heaps, and lists of them" },
  { "coins", "Coins: turned over, or moved along a strip" },
  { "boards", "Boards" },
  { "graphs", "Graphs" },
  { "curves", "Curves on paper" },
  { "sets", "Sets, numbers and orders" },
  { "entailing", "Moves that oblige" },
  { "loopy", "Play that need not end" },
  { "", "Other" },
}

local function read_file(path)
  local file = io.open(path)
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

local function place_of(name)
  for _, folder in ipairs(folders) do
    local path = (folder[1] == "" and "" or folder[1] .. "/") .. name .. ".lua"
    if read_file(root .. "/rules/" .. path) then return folder[1], path end
  end
  error("no rule file of " .. name .. " in " .. root .. "/rules")
end

-- The table that a rule file returns, as plain Lua sees it: parameters have the values of `settings`, or their defaults.
local function fields_of(name, settings)
  local env = { math = math, string = string, table = table, ipairs = ipairs, pairs = pairs, type = type, tostring = tostring,
                tonumber = tonumber, assert = assert, error = error, select = select }
  function env.game(fields) return fields end
  function env.param(param, default)
    if settings[param] ~= nil then return settings[param] end
    return default
  end
  function env.piles() return "piles" end
  function env.board() return "board" end
  function env.graph() return "graph" end
  function env.value() return "value" end
  function env.include(other) return fields_of(other, {}) end
  function env.variant(other, changed)
    local all = {}
    for key, field in pairs(fields_of(other, changed.params or {})) do all[key] = field end
    all.claims, all.known = nil, nil
    for key, field in pairs(changed) do all[key] = field end
    return all
  end
  local _, path = place_of(name)
  return assert(load(read_file(root .. "/rules/" .. path), "@" .. path, "t", env))()
end

-- The coordinates of a position; of coins that are turned there is one for each strip.
local function coordinates_of(fields) return fields.position or fields.product or { "n" } end

local function one_line(text) return (text:gsub("%s+", " "):gsub("|", "\\|")) end

-- The first sentence of a text, or some where they are short.
local function beginning_of(text)
  local taken = ""
  for sentence in (text:gsub("%s+", " ") .. " "):gmatch("(.-[.;]) ") do
    taken = taken .. (taken == "" and "" or " ") .. sentence
    if #taken >= 60 then break end
  end
  return taken == "" and text or (taken:gsub(";$", "."))
end

-- What the values of one heap do for ever, where that is proved.
local function period_of(game)
  local ok, period = pcall(function() return game:sequence(400):period() end)
  if not ok or not period or not period.proved then return nil end
  local text = "period " .. period.period
  if period.saltus ~= 0 then text = text .. " with saltus " .. period.saltus end
  return text .. (period.preperiod > 0 and " from " .. period.preperiod .. " on" or "") .. ", proved"
end

-- How a position is answered fastest, of what does not depend on the machine.
local function way_of(game, fields)
  local text = game:explain()
  if fields.closed_form or fields.product then return "closed form" end
  local code = text:match("the take%-and%-break game (.-), as the rule says") or text:match("the take%-and%-break game (.-)[,;\n]")
  if code then return "heaps, code " .. one_line(code) end
  if text:find("can come back to where it was", 1, true) then return "graph" end
  if text:find("which looks at", 1, true) then return "local moves" end
  local shape = text:match("Shape: ([%a ]+)")
  if shape then return shape:find("^no special") and "table" or "table, " .. shape:match("^(.-)%s*$") end
  return text:find("into a program", 1, true) and "program" or "search"
end

local function known_of(game, fields)
  local known = {}
  for _, claim in ipairs(fields.claims or {}) do
    known[#known + 1] = claim[1] .. (claim.fails and " (false: " .. table.concat(claim.fails, ",") .. ")" or "")
  end
  local coordinates = coordinates_of(fields)
  if type(coordinates) == "table" and #coordinates == 1 then known[#known + 1] = period_of(game) end
  local facts = 0
  for _, list in pairs(fields.known or {}) do facts = facts + #list end
  known[#known + 1] = facts .. (facts == 1 and " fact" or " facts")
  return one_line(table.concat(known, "; "))
end

-- The largest size, doubled again and again, that `ask` answers within a second of processor time.
local function largest(ask, cap)
  local found, size = nil, 4
  while size <= cap do
    local start = os.clock()
    if not pcall(ask, size) then break end
    local taken = os.clock() - start
    if taken > 1 then break end
    found, size = size, size * 2
    if taken > 0.25 then break end
  end
  return found
end

-- The greatest coordinates of a box of that size, none above its own bound.
local function box_of(shape, size)
  local box = {}
  for i, axis in ipairs(shape) do
    local most = type(axis) == "table" and (axis.max or axis.values and #axis.values - 1)
    box[i] = most and math.min(most, size) or size
  end
  return box
end

local function measured(game, fields)
  local shape, size = coordinates_of(fields), nil
  if type(shape) == "table" then
    local kind = (fields.play or "normal") == "normal" and not fields.blocking and "grundy" or "outcome"
    local function ask(n) return #shape == 1 and game:sequence(n, kind) or game:table(box_of(shape, n), kind) end
    size = largest(ask, #shape == 1 and 1 << 20 or 4096)
    return size and (#shape == 1 and "to " or "table to ") .. table.concat(box_of(shape, size), " x ") or ""
  elseif shape == "piles" then
    size = largest(function(n) return game:table({ n, n, n }, (fields.play == "misere" or fields.blocking) and "outcome" or "grundy") end, 256)
    return size and "three piles to " .. size or "the example"
  end
  return "the example"
end

local before = {}
for name, size in (read_file(root .. "/docs/games.md") or ""):gmatch("\n| %[([%w-]+)%][^\n]*|([^|\n]*)|[^|\n]*|") do
  before[name] = size:match("^%s*(.-)%s*$")
end

local of_folder, count = {}, 0
for _, name in ipairs(bouton.games()) do
  local folder, path = place_of(name)
  local fields, game = fields_of(name, {}), bouton.game(name)
  local size = is_measured(name) and measured(game, fields) or before[name] or ""
  of_folder[folder] = of_folder[folder] or {}
  table.insert(of_folder[folder], ("| [%s](../rules/%s) | %s: %s | %s | %s | %s | %s |"):format(
    name, path, one_line(fields.title), one_line(beginning_of(fields.text)), way_of(game, fields), known_of(game, fields), size,
    one_line(fields.source)))
  count = count + 1
end

print("# The games\n\nMade by `bouton run scripts/games.lua`; a test says when it is out of date.\n")
print(([[
%d games, by what they are about; `bouton games NAME` tells all of one, `bouton games --find WORD` searches. *Answered by* is the fastest way that
there is: a [closed form](glossary.md#closed-form), heaps by a [take-and-break](glossary.md#take-and-break) code, a table by the shape of the moves,
moves that look at a few cells of a board or a graph, a program made of the rule, the graph of positions where play may come back, or a search.
*Known* are the claims that the rule file makes for all positions, which `bouton verify` goes through in a box, periods that are proved, and
the number of single facts that are checked. *Within a second* was measured once (processor time, sizes doubled): a table of
[Grundy values](glossary.md#grundy-value), of outcomes where play is not normal.]]):format(count))
for _, folder in ipairs(folders) do
  if of_folder[folder[1]] then
    print(("\n## %s%s\n\n| game | what it is | answered by | known | within a second | source |\n| --- | --- | --- | --- | --- | --- |"):format(
      folder[2], folder[1] == "" and "" or " (`rules/" .. folder[1] .. "`)"))
    for _, row in ipairs(of_folder[folder[1]]) do print(row) end
  end
end
