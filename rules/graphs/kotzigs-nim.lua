local places = param("places", "any", "places of the circle; any: those that the position has")
local steps  = param("steps", { 1, 2 }, "how many places the counter may go on")

for i = 1, #steps do assert(steps[i] >= 1, "steps must hold numbers from 1 on") end

return game {
  name     = "kotzigs-nim",
  title    = "Kotzig's Nim",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 15; A. S. Fraenkel, A. Jaffray, A. "
          .. "Kotzig, G. Sabidussi (1995), Modular Nim, Theoretical Computer Science 143:319-333",
  text     = "A counter on one of the places of a circle. Move it on by one of the numbers of steps that are "
          .. "allowed, to a place where it has not been yet; whoever cannot move loses. O is the counter, x where it "
          .. "has been.",
  position = board(1, places, ".xO"),
  example  = "O........",
  valid = function(b)
    local counters = 0
    for r, c in b:cells() do
      if b:at(r, c) == 2 then counters = counters + 1 end
    end
    return counters == 1
  end,
  moves = function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 2 then
        for i = 1, #steps do
          local to = (c - 1 + steps[i]) % b.columns + 1
          if b:at(r, to) == 0 then move["by_" .. steps[i]](b:with(r, c, 1, r, to, 2)) end
        end
      end
    end
  end,
  -- With steps of 1 and 2 only circles of 1, 3 and 7 places are lost, of all up to 24.
  known = {
    outcome = {
      { "O", "P" }, { "O.", "N" }, { "O..", "P" }, { "O...", "N" }, { "O.....", "N" }, { "O......", "P" },
      { "O.......", "N" }, { "O............", "N" }, { "xxO", "P" }, { "xO..", "N" },
    },
  },
}
