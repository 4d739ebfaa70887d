local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
return game { name = "coprime", title = "Take a coprime number", position = { "a", "b" },
  moves = function(a, b)
    for t = 1, a do if gcd(t, b) == 1 then move(a - t, b) end end
    for t = 1, b do if gcd(t, a) == 1 then move(a, b - t) end end
  end, example = { 12, 18 } }
