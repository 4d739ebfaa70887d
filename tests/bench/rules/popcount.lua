local function ones(n)
  local count = 0
  while n > 0 do
    n = n & (n - 1)
    count = count + 1
  end
  return count
end

return game {
  name = "popcount",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, math.min(a, ones(a)) do move(a - t, b) end
    for t = 1, math.min(b, ones(b)) do move(a, b - t) end
  end,
}
