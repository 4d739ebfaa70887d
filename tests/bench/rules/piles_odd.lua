return game {
  name = "piles-odd",
  position = piles("p"),
  moves = function(p)
    for i = 1, #p do
      for t = 1, p[i] do
        if t % 2 == 1 or p[i] % 3 == 0 then
          local q = { table.unpack(p) }
          q[i] = q[i] - t
          move(q)
        end
      end
    end
  end,
}
