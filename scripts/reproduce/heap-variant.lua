-- Games of one heap of the literature, for automatic-proofs.lua.
local least  = param("least", 1, "no fewer may be taken")
local share  = param("share", 1, "no more may be taken than one part of so many, rounded down")
local set    = param("set", {}, "if there are any: just these numbers may be taken")
local misere = param("misere", 0, "1: who cannot move wins")

return game {
  name = "heap-variant",
  title = "A game of one heap",
  position = { "n" },
  play = misere == 1 and "misere" or "normal",
  moves = function(n)
    if #set == 0 then
      for t = least, n // share do move(n - t) end
    end
    for _, t in ipairs(set) do
      if t <= n then move(n - t) end
    end
  end,
}
