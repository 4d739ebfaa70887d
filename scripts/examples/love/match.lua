-- A match of a person against the machine: positions, whose turn it is, undo, hints. Draws nothing.
local Match = {}
Match.__index = Match

function Match.new(game, start, level, seed)
  local match = setmetatable({ game = game, start = start, level = level, seed = seed }, Match)
  match:restart()
  return match
end

function Match:restart()
  self.history = { self.game:position(self.start) }
  self.turn = "person"
  self:entered()
end

--- What belongs to the position that was just reached.
function Match:entered()
  self.position = self.history[#self.history]
  self.options = self.position:options():list()
  self.hints = nil
  self.thinking = false
end

function Match:over() return #self.options == 0 end

--- "person" or "machine", once it is over.
function Match:winner()
  local result = self.position:result()
  local other = self.turn == "person" and "machine" or "person"
  return result == "N" and self.turn or result == "P" and other or nil
end

--- Makes the option that leads to the position with this text; whether there is one.
function Match:play(to)
  for _, option in ipairs(self.options) do
    if option.to == to then
      self.history[#self.history + 1] = option.make()
      self.turn = self.turn == "person" and "machine" or "person"
      self:entered()
      return true
    end
  end
  return false
end

--- Back to where it was the person's turn before.
function Match:undo()
  local back = self.turn == "person" and 2 or 1
  if #self.history <= back then return false end
  for _ = 1, back do self.history[#self.history] = nil end
  self.turn = "person"
  self:entered()
  return true
end

--- Once a frame: the machine moves when it has thought enough.
function Match:update()
  if self.turn ~= "machine" or self:over() then return end
  local move = self.position:best_move(self.level, self.seed + #self.history)
  self.thinking = move == nil
  if move then self:play(move:list()[1].to) end
end

--- The moves of the person with what they lead to, by the text of the position; nil: not yet.
function Match:hint()
  if not self.hints and self.turn == "person" then
    local moves = self.position:valued_moves()
    if moves then
      self.hints = {}
      for _, move in ipairs(moves:list()) do self.hints[move.to] = move end
    end
  end
  return self.hints
end

return Match
