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
  name = "primes-of-two",
  position = { "a", "b" },
  moves = function(a, b)
    local p = 2
    while p <= a or p <= b do
      if prime(p) then
        if p <= a then move(a - p, b) end
        if p <= b then move(a, b - p) end
      end
      p = p + 1
    end
  end,
}
