return game {
  name = "piles-all",
  position = piles("p"),
  moves = function(p)
    local t = 1
    while true do
      local q = {}
      for _, n in ipairs(p) do
        if n >= t then table.insert(q, n - t) end
      end
      if #q < #p then break end
      if t % 4 ~= 0 then move(q) end
      t = t + 1
    end
    for i, n in ipairs(p) do
      if n > 0 then move(p:with(i, n - 1)) end
    end
  end,
}
