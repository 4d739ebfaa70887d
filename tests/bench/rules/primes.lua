local function prime(n)
  if n < 2 then return false end
  local d = 2
  while d * d <= n do
    if n % d == 0 then return false end
    d = d + 1
  end
  return true
end

return game {
  name = "primes",
  position = { "n" },
  moves = function(n)
    for t = 1, n do
      if t == 1 or prime(t) then move(n - t) end
    end
  end,
}
