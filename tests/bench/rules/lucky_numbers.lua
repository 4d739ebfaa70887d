local LUCKY = { 1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43 }

return game {
  name = "lucky-numbers",
  position = { "n" },
  moves = function(n)
    for i = 1, #LUCKY do
      if LUCKY[i] > n then break end
      move(n - LUCKY[i])
    end
  end,
}
