return game { name = "splitting", title = "Split unevenly or take one", position = { "n" },
  moves = function(n)
    if n > 0 then move(n - 1) end
    for a = 1, (n - 1) // 2 do split(a, n - a) end
  end, example = { 20 } }
