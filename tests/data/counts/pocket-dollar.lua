-- Three coins on squares a < b < c of a strip, 0 in the pocket; one of them, counted from the left, is the silver dollar. Move a
-- coin to the left, over no other, or pocket the leftmost. Whoever pockets the dollar wins.
local n = param("n", 10, "squares")

return game {
  position = { { "a", max = n }, { "b", max = n }, { "c", max = n }, { "dollar", max = 3 } },
  valid = function(a, b, c) return b < c and (a < b or a == 0) or a == 0 and b == 0 end,
  moves = function(a, b, c, dollar)
    if dollar == 0 then return end
    if a > 0 then
      local left = dollar
      if dollar == 1 then left = 0 end
      move.pocket(0, b, c, left)
      for to = 1, a - 1 do move(to, b, c, dollar) end
    elseif b > 0 then
      local left = dollar
      if dollar == 2 then left = 0 end
      move.pocket(0, 0, c, left)
    elseif c > 0 then
      local left = dollar
      if dollar == 3 then left = 0 end
      move.pocket(0, 0, 0, left)
    end
    for to = a + 1, b - 1 do move(a, to, c, dollar) end
    for to = b + 1, c - 1 do move(a, b, to, dollar) end
  end,
}
