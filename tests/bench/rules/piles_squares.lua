return game {
  name = "piles-squares",
  position = piles("p"),
  moves = function(p)
    for i = 1, #p do
      local t = 1
      while t * t <= p[i] do
        local q = {}
        for j = 1, #p do q[j] = p[j] end
        q[i] = p[i] - t * t
        move(q)
        t = t + 1
      end
    end
  end,
}
