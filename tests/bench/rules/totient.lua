local function gcd(x, y)
  while y ~= 0 do x, y = y, x % y end
  return x
end
local function totient(n)
  local count = 0
  for k = 1, n do
    if gcd(k, n) == 1 then count = count + 1 end
  end
  return count
end

return game {
  name = "totient",
  position = { "a", "b" },
  moves = function(a, b)
    if a > 0 then move(a - totient(a), b) end
    if b > 0 then move(a, b - totient(b)) end
  end,
}
