-- Two piles without a common divisor. Take c from a and d from b, where ad - bc is 1 or -1. Whoever empties a pile wins.
local N = param("N", 100, "the most that both piles have together")

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

return game {
  position = { "a", "b" },
  valid = function(a, b) return a + b <= N and gcd(a, b) == 1 end,
  moves = function(a, b)
    for c = 0, a do
      for d = 0, b do
        local difference = a * d - b * c
        if difference == 1 or difference == -1 then move(a - c, b - d) end
      end
    end
  end,
}
