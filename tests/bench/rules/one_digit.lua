return game {
  name = "one-digit",
  position = { "n" },
  moves = function(n)
    local m = n
    while m > 0 do
      local d = m % 10
      if d > 0 then move(n - d) end
      m = m // 10
    end
  end,
}
