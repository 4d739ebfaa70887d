local blocked = param("blocked", {}, "the blocked squares: S1,L1,S2,L2,...")

assert(#blocked % 2 == 0, "blocked must have two numbers for each square")
local is_blocked = {}  -- is_blocked[S][L] is true
for i = 1, #blocked, 2 do
  local S, L = blocked[i], blocked[i + 1]
  assert(S >= 0 and L >= 0, "blocked must not have negative numbers")
  is_blocked[S] = is_blocked[S] or {}
  is_blocked[S][L] = true
end

local function is_free(S, L)
  return not (is_blocked[S] and is_blocked[S][L])
end

return game {
  name     = "wyt-queens",
  title    = "Wyt Queens",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 3",
  text     = "A chess queen on a board. Move her towards the edges S = 0 and L = 0, along a row, a column or the "
          .. "diagonal, but not through or onto a blocked square; whoever cannot move loses.",
  position = { "S", "L" },
  valid    = is_free,
  moves = function(S, L)
    for t = 1, S do
      if not is_free(S - t, L) then break end
      move.horizontal(S - t, L)
    end
    for t = 1, L do
      if not is_free(S, L - t) then break end
      move.vertical(S, L - t)
    end
    for t = 1, math.min(S, L) do
      if not is_free(S - t, L - t) then break end
      move.diagonal(S - t, L - t)
    end
  end,
  example = { 7, 9 },
  known = { grundy = { { {1, 1}, 2 }, { {1, 2}, 0 }, { {3, 3}, 6 }, { {3, 5}, 0 }, { {7, 9}, 14 } } },
}
