return game { name = "digits", title = "Take a digit", position = { "n" },
  moves = function(n)
    local m = n
    while m > 0 do
      if m % 10 > 0 then move(n - m % 10) end
      m = m // 10
    end
  end, example = { 314 } }
