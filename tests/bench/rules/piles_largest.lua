return game {
  name = "piles-largest",
  position = piles("p"),
  moves = function(p)
    local at = 1
    for i = 2, #p do
      if p[i] > p[at] then at = i end
    end
    for t = 1, p[at], 2 do
      local q = {}
      for i, n in ipairs(p) do q[i] = i == at and n - t or n end
      move(q)
    end
  end,
}
