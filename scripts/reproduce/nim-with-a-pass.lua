-- Nim with a pass, for automatic-proofs.lua: once in the game either player may pass, but not where nothing is left.
return game {
  name = "nim-with-a-pass",
  title = "Nim with a pass",
  position = { "a", "b", { "pass", max = 1 } },
  moves = function(a, b, pass)
    for t = 1, a do move(a - t, b, pass) end
    for t = 1, b do move(a, b - t, pass) end
    if pass == 1 and a + b > 0 then move(a, b, 0) end
  end,
}
