return game { name = "divisors", title = "Take a divisor", position = { { "n", min = 1 } },
  moves = function(n) for d = 1, n // 2 do if n % d == 0 then move(n - d) end end end, example = { 60 } }
