local slowest = param("slowest", 1, "the least speed of a car: 1, or 0 where a car may stand")

assert(slowest >= 0, "slowest must be at least 0")

return game {
  name     = "nimrod-cars",
  title    = "Nimrod with cars",
  source   = "J. M. Henle and E. L. Schlatter",
  text     = "Two cars drive at each other, d apart, at whole speeds v (of whose turn it is) and w. Drive on at the "
          .. "same speed, or one faster, or one slower; then both go on for one unit of time. "
          .. "Whoever makes them crash loses.",
  position = { "d", { "v", min = slowest }, { "w", min = slowest } },
  start = function(d) return d, slowest, math.max(slowest, 1) end,
  moves = function(d, v, w)
    -- The other driver is next: the speeds change places.
    if v > slowest and v - 1 + w < d then move.slower(d - (v - 1) - w, w, v - 1) end
    if v + w < d then move.same(d - v - w, w, v) end
    if v + 1 + w < d then move.faster(d - (v + 1) - w, w, v + 1) end
  end,
  example = { 20, 1, 1 },
  known = {
    outcome = {
      { {2, 1, 1}, "P" }, { {3, 1, 2}, "P" }, { {3, 2, 1}, "N" }, { {4, 1, 1}, "N" }, { {20, 1, 1}, "N" },
    },
  },
  claims = {
    { "only the sum of the speeds matters, as in the game with sticks", source = "the introduction",
      box = { 60, { 1, 12 }, { 1, 12 } }, fails = { 3, 1, 2 },
      check = function(d, v, w) return outcome(d, v, w) == outcome(d, v + w - 1, 1) end },
  },
}
