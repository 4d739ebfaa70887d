return game {
  name = "collatz",
  position = { "n" },
  moves = function(n)
    if n > 0 then move(n - 1) end
    local k, m = 0, n
    while m > 1 and k < 12 do
      if m % 2 == 0 then m = m // 2 else m = (m + 1) // 2 end
      if m < n then move(m) end
      k = k + 1
    end
  end,
}
