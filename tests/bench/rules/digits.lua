local function digit_sum(n)
  local s = 0
  while n > 0 do
    s = s + n % 10
    n = n // 10
  end
  return s
end

return game {
  name = "digits",
  position = { "a", "b" },
  moves = function(a, b)
    if a > 0 then move(a - digit_sum(a), b) end
    if b > 0 then move(a, b - digit_sum(b)) end
    if a > 0 and b > 0 then move(a - 1, b - 1) end
  end,
}
