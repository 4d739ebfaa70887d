local function gcd(x, y)
  while y ~= 0 do x, y = y, x % y end
  return x
end

return game {
  name = "coprime",
  position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do
      if gcd(t, b) == 1 then move(a - t, b) end
    end
    for t = 1, b do
      if gcd(t, a) == 1 then move(a, b - t) end
    end
  end,
}
