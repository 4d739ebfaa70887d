-- libbouton for LuaJIT: the header is read as it is installed, and its handles become objects with methods.
local ffi = require "ffi"

local bouton = {}

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

--- Where Bouton is installed: the directory that the environment variable BOUTON_PREFIX names, or a usual one.
local function find_prefix()
  for _, prefix in ipairs { os.getenv "BOUTON_PREFIX" or "/usr/local", "/usr/local", "/usr" } do
    if exists(prefix .. "/include/bouton.h") then return prefix end
  end
  error("Bouton is not installed; BOUTON_PREFIX says where to look")
end

local function find_library(prefix)
  for _, directory in ipairs { "/lib/", "/lib/x86_64-linux-gnu/", "/lib/aarch64-linux-gnu/", "/lib64/" } do
    if exists(prefix .. directory .. "libbouton.so.1") then return prefix .. directory .. "libbouton.so.1" end
  end
  return "bouton"
end

local function read_header(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  text = text:gsub("#ifdef __cplusplus.-#endif", "")
  text = ("\n" .. text):gsub("\n#[^\n]*", "\n"):gsub("BOUTON_API ", "")
  return text
end

bouton.prefix = find_prefix()
ffi.cdef(read_header(bouton.prefix .. "/include/bouton.h"))
local lib = ffi.load(find_library(bouton.prefix))

--- Raises what went wrong; else true, or false for "not yet" and "unknown".
local function check(status)
  if status < 0 then error(ffi.string(lib.bouton_error_message()), 3) end
  return status == lib.BOUTON_OK
end

local Runtime, Game, Position, Moves = {}, {}, {}, {}
Runtime.__index, Game.__index, Position.__index, Moves.__index = Runtime, Game, Position, Moves

local function wrap(class, handle, destroy, fields)
  fields = fields or {}
  fields.handle = ffi.gc(handle, destroy)
  return setmetatable(fields, class)
end

--- A text that a function of the library writes into memory of ours.
local function text_from(f, ...)
  local capacity = 256
  local memory = ffi.new("char[?]", capacity)
  local arguments = { ... }
  arguments[#arguments + 1] = memory
  arguments[#arguments + 1] = capacity
  arguments[#arguments + 1] = ffi.new("size_t[1]")
  if not check(f(unpack(arguments))) then return nil end
  return ffi.string(memory)
end

--- A runtime that knows the installed rules. `budget`: seconds for a question, before it answers "not yet".
function bouton.runtime(budget)
  local out = ffi.new("bouton_runtime*[1]")
  check(lib.bouton_runtime_create(nil, out))
  local runtime = wrap(Runtime, out[0], lib.bouton_runtime_destroy)
  check(lib.bouton_runtime_add_directory(runtime.handle, bouton.prefix .. "/share/bouton/rules"))
  check(lib.bouton_runtime_set_time_budget(runtime.handle, budget))
  return runtime
end

function Runtime:game(name)
  local out = ffi.new("bouton_game*[1]")
  check(lib.bouton_game_load(self.handle, name, nil, 0, out))
  return wrap(Game, out[0], lib.bouton_game_destroy, { name = name, runtime = self })
end

function Runtime:cancel() lib.bouton_runtime_cancel(self.handle) end

function Game:title() return ffi.string(lib.bouton_game_title(self.handle)) end

--- Reads the rule file again: true, or false and what is wrong with it, and then nothing has changed.
function Game:reload()
  if lib.bouton_game_reload(self.handle) == lib.BOUTON_OK then return true end
  return false, ffi.string(lib.bouton_error_message())
end

local function new_position(out) return wrap(Position, out[0], lib.bouton_position_destroy) end

function Game:position(text)
  local out = ffi.new("bouton_position*[1]")
  check(lib.bouton_position_parse(self.handle, text, out))
  return new_position(out)
end

--- The values of the box 0..width - 1 by 0..height - 1: a function of the coordinates. Nil: not yet.
function Game:table(width, height, kind)
  local low, high = ffi.new("int64_t[2]"), ffi.new("int64_t[2]", width - 1, height - 1)
  local cells = ffi.new("uint32_t[?]", width * height)
  if not check(lib.bouton_table(self.handle, low, high, 2, kind, cells, width * height, nil)) then return nil end
  return function(x, y)
    local cell = cells[x * height + y]
    return cell < 0xFFFFFFFE and cell or nil
  end
end
bouton.GRUNDY, bouton.OUTCOME = lib.BOUTON_VALUE_GRUNDY, lib.BOUTON_VALUE_OUTCOME

function Position:text() return text_from(lib.bouton_position_text, self.handle, 0) end

--- The coordinates of a position of one game, as Lua numbers.
function Position:coordinates()
  local numbers, count = ffi.new("int64_t[16]"), ffi.new("size_t[1]")
  check(lib.bouton_position_coordinates(self.handle, 0, numbers, 16, count))
  local list = {}
  for i = 1, tonumber(count[0]) do list[i] = tonumber(numbers[i - 1]) end
  return list
end

local OUTCOMES = { [0] = "P", "N", "draw" }

--- "P", "N" or "draw"; nil: not yet.
function Position:outcome()
  local out = ffi.new("int32_t[1]")
  return check(lib.bouton_outcome(self.handle, out)) and OUTCOMES[out[0]] or nil
end

--- Who has won, as outcome(); nil while there are moves.
function Position:result()
  local out = ffi.new("int32_t[1]")
  return check(lib.bouton_result(self.handle, out)) and OUTCOMES[out[0]] or nil
end

local function moves_by(f)
  return function(self, ...)
    local out = ffi.new("bouton_moves*[1]")
    local arguments = { ... }
    arguments[#arguments + 1] = out
    if not check(f(self.handle, unpack(arguments))) then return nil end
    return wrap(Moves, out[0], lib.bouton_moves_destroy)
  end
end

Position.options = moves_by(lib.bouton_options)
Position.valued_moves = moves_by(lib.bouton_valued_moves)
--- best_move(level, seed): a list of one move; nil: not yet, or there is none.
Position.best_move = moves_by(lib.bouton_best_move)

--- The moves of a list: { label =, to = text, make = function, outcome =, remoteness = }.
function Moves:list()
  local list = {}
  for i = 1, tonumber(lib.bouton_moves_size(self.handle)) do
    local move = {
      label = ffi.string(lib.bouton_move_label(self.handle, i - 1)),
      to = text_from(lib.bouton_move_text, self.handle, i - 1, 0),
      make = function()
        local out = ffi.new("bouton_position*[1]")
        check(lib.bouton_move_make(self.handle, i - 1, out))
        return new_position(out)
      end,
    }
    local value = ffi.new("bouton_value", { size = ffi.sizeof("bouton_value") })
    if check(lib.bouton_move_value(self.handle, i - 1, value)) then
      move.outcome = OUTCOMES[value.outcome]
      move.remoteness = tonumber(value.remoteness)
    end
    list[i] = move
  end
  return list
end

return bouton
