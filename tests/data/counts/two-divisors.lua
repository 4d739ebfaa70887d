-- Replace a pile by two, each of which divides it, is more than 1 and less than it.
return game {
  position = { { "n", min = 2 } },
  moves = function(n)
    for a = 2, n - 1 do
      if n % a == 0 then
        for b = a, n - 1 do
          if n % b == 0 then split(a, b) end
        end
      end
    end
  end,
}
