-- Nim with three heaps, of which no two may be equal.
local function go(a, b, c)
  if a == b or b == c or a == c then return end
  local low, high = math.min(a, b, c), math.max(a, b, c)
  move(low, a + b + c - low - high, high)
end

return game {
  position = { "a", "b", "c" },
  valid = function(a, b, c) return a < b and b < c end,
  moves = function(a, b, c)
    for to = 0, a - 1 do go(to, b, c) end
    for to = 0, b - 1 do go(a, to, c) end
    for to = 0, c - 1 do go(a, b, to) end
  end,
}
