local when  = param("when", function(S, L) return S + L >= 27 end, "when the goal may be flipped")
local flips = param("flips", 1, "how many flips there are in the whole game")
local mode  = param("mode", "with", [["with": a flip goes with a move; "instead": it takes the place of one]])

assert(flips >= 0, "flips must not be negative")
assert(mode == "with" or mode == "instead", [[mode must be "with" or "instead"]])
local instead = mode == "instead"

-- Not declared symmetric: `when` need not be.
return game {
  name     = "flip-flop",
  title    = "Flip-flop Wythoff",
  source   = "After B. Verkhovsky (2010), Int. J. Communications, Network and System Sciences 3:793-800",
  text     = "Wythoff's Nim, and on your turn, where the heaps allow it, you may flip the goal: under the normal goal "
          .. "whoever takes the last one wins, under attrition whoever takes it loses.",
  position = { "S", "L", { "goal", values = { "normal", "attrition" } }, { "flips", max = flips } },
  start = function(S, L) return S, L, 0, flips end,
  play  = function(S, L, goal)
    if goal == 0 then return "normal" else return "misere" end
  end,
  moves = function(S, L, goal, left)
    for t = 1, S do move.horizontal(S - t, L, goal, left) end
    for t = 1, L do move.vertical(S, L - t, goal, left) end
    for t = 1, math.min(S, L) do move.diagonal(S - t, L - t, goal, left) end

    if left > 0 and S + L > 0 and when(S, L) then
      if instead then
        move.flip(S, L, 1 - goal, left - 1)
      else
        for t = 1, S do move.flip_horizontal(S - t, L, 1 - goal, left - 1) end
        for t = 1, L do move.flip_vertical(S, L - t, 1 - goal, left - 1) end
        for t = 1, math.min(S, L) do move.flip_diagonal(S - t, L - t, 1 - goal, left - 1) end
      end
    end
  end,
  stakes  = { "flip", "flip_horizontal", "flip_vertical", "flip_diagonal" },
  closed_form = { "flip-flop", when = when, mode = mode },
  example = { 29, 51, 0, 1 },
  opening = { 12, 17 },
  known = {
    outcome = {
      { {0, 0, 0, 1}, "P" }, { {0, 0, 1, 1}, "N" }, { {1, 2, 0, 1}, "P" }, { {1, 2, 1, 1}, "N" },
      { {2, 2, 1, 1}, "P" }, { {11, 18, 0, 1}, "P" }, { {11, 18, 1, 0}, "P" }, { {12, 18, 0, 1}, "N" },
    },
  },
}
