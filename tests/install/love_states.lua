-- love_states.lua LOG: what the LÖVE game wrote down is what the rules allow, and the person, who follows the hints, wins
-- where that is possible.
local bouton = require "bouton"

local function numbers(text)
  local list = {}
  for number in text:gmatch("%d+") do list[#list + 1] = math.tointeger(tonumber(number)) end
  return list
end

local function leads_to(moves, position)
  for _, move in ipairs(moves) do
    if table.concat(move.to[1], ",") == position then return true end
  end
  return false
end

local games, before, must_win, moves, maps = {}, nil, nil, 0, 0
for line in io.lines(arg[1]) do
  local event, name, position, turn = line:match("^(%a+) (%S+) ?(%S*) ?(%S*)")
  if event == "map" then
    local game = bouton.game(name)
    for i, cell in ipairs(numbers(line:match("^map %S+ (.*)"))) do
      local at = ({ { 1, 2 }, { 5, 4 }, { 13, 12 } })[i]
      local value = name == "wythoff" and game:grundy(at) or ({ P = 0, N = 1 })[game:outcome(at)]
      assert(cell == value, string.format("the map of %s has %d at %d,%d, not %d", name, cell, at[1], at[2], value))
      maps = maps + 1
    end
  elseif event == "winner" then
    assert(not must_win or name == "person", "a won game was lost")
  elseif event then  -- not the last line, "done"
    games[name] = games[name] or bouton.game(name)
    local game, at = games[name], numbers(position)
    if event == "start" then
      must_win = game:outcome(at) == "N"
    elseif event ~= "undo" and before.position ~= position then
      moves = moves + 1
      assert(leads_to(game:options(before.at), position), before.position .. " to " .. position .. " is not a move")
      if event == "person" and game:outcome(before.at) == "N" then
        assert(leads_to(game:winning_moves(before.at), position), before.position .. " to " .. position .. " does not win")
      end
    end
    if turn == "over" then assert(#game:options(at) == 0) end
    before = { position = position, at = at }
  end
end
assert(games["wythoff"] and games["take-away"] and moves >= 8 and maps == 6, "too little was played")
