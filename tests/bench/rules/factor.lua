return game {
  name = "factor",
  position = { "n" },
  moves = function(n)
    local m, p = n, 2
    while p * p <= m do
      if m % p == 0 then
        move(n - p)
        while m % p == 0 do m = m // p end
      end
      p = p + 1
    end
    if m > 1 then move(n - m) end
  end,
}
