return game {
  name     = "proper-divisor",
  title    = "Proper divisors",
  source   = "Folklore",
  text     = "A number n. Put in its place a divisor of it that is less than n; whoever cannot move loses. The value "
          .. "is the number of prime factors of n, each as often as it is there.",
  position = { { "n", min = 1 } },
  moves = function(n)
    for d = 1, n // 2 do
      if n % d == 0 then move(d) end
    end
  end,
  example = { { 8 }, { 12 }, { 30 } },
  known   = { grundy = { { 1, 0 }, { 2, 1 }, { 4, 2 }, { 12, 3 }, { 36, 4 }, { 64, 6 }, { 97, 1 } } },
  claims  = {
    { "the value is the number of prime factors", box = { { 1, 200 } },
      check = function(n)
        local count, rest, d = 0, n, 2
        while rest > 1 do
          while rest % d == 0 do rest, count = rest // d, count + 1 end
          d = d + 1
        end
        return grundy(n) == count
      end },
  },
}
