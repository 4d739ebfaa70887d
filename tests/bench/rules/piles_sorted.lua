return game {
  name = "piles-sorted",
  position = piles("p"),
  moves = function(p)
    for i = 1, #p do
      for t = 1, math.min(p[i], 5) do
        local q = { table.unpack(p) }
        q[i] = q[i] - t
        table.sort(q)
        move(q)
      end
    end
  end,
}
