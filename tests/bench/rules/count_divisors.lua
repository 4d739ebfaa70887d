return game {
  name = "count-divisors",
  position = { "n" },
  moves = function(n)
    local count = 0
    for d = 1, n do
      if n % d == 0 then count = count + 1 end
    end
    for t = 1, count do move(n - t) end
  end,
}
