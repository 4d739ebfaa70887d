-- Relatives of Wythoff's game, for automatic-proofs.lua.
local near = param("near", 1, "from both heaps s and t may be taken with |s - t| < near")
local leap = param("leap", { 0, 0 }, "i from one heap and j from the other may be taken, unless both are 0")
local terminal = param("terminal", -1, "where there are no more than so many counters, nobody can move")
local spared = param("spared", 0, "1: nothing may be taken from the smaller heap alone")
local double = param("double", 0, "1: t from one heap and 2t from the other, too")
local misere = param("misere", 0, "1: who cannot move wins")
local skewed = param("skewed", 0, "1: from the smaller heap k may be taken and from the other l < k, too")

return game {
  name = "wythoff-variant",
  title = "A relative of Wythoff's game",
  position = { "S", "L" },
  symmetric = true,
  play = misere == 1 and "misere" or "normal",
  moves = function(S, L)
    if S + L > terminal then
      if spared == 0 or S >= L then for t = 1, S do move(S - t, L) end end
      if spared == 0 or L >= S then for t = 1, L do move(S, L - t) end end
      for s = 1, S do
        for t = math.max(1, s - near + 1), math.min(L, s + near - 1) do move(S - s, L - t) end
      end
      if leap[2] > 0 then
        if S >= leap[1] and L >= leap[2] then move(S - leap[1], L - leap[2]) end
        if S >= leap[2] and L >= leap[1] then move(S - leap[2], L - leap[1]) end
      end
      if double == 1 then
        for t = 1, math.min(S, L // 2) do move(S - t, L - 2 * t) end
        for t = 1, math.min(S // 2, L) do move(S - 2 * t, L - t) end
      end
      if skewed == 1 and S <= L then
        for k = 1, S do
          for l = 1, k - 1 do move(S - k, L - l) end
        end
      end
      if skewed == 1 and L <= S then
        for k = 1, L do
          for l = 1, k - 1 do move(S - l, L - k) end
        end
      end
    end
  end,
}
