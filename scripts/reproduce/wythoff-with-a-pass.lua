-- Wythoff's game with passes, for automatic-proofs.lua: so often in the game either player may pass, but not where nothing is left.
local most = param("passes", 1, "how often the players may pass, both together")

return game {
  name = "wythoff-with-a-pass",
  title = "Wythoff's game with a pass",
  position = { "S", "L", { "pass", max = most } },
  moves = function(S, L, pass)
    for t = 1, S do move(S - t, L, pass) end
    for t = 1, L do move(S, L - t, pass) end
    for t = 1, math.min(S, L) do move(S - t, L - t, pass) end
    if pass > 0 and S + L > 0 then move(S, L, pass - 1) end
  end,
}
