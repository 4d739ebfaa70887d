-- The nim product, by Conway's rules: for a Fermat power F = 2, 4, 16, ... times a smaller number it is the ordinary
-- product, times itself 3/2 F.
local function nim_product(x, y)
  if x < 2 or y < 2 then return x * y end
  local F = 2
  while F * F <= x or F * F <= y do F = F * F end
  local a, b, c, d = x // F, x % F, y // F, y % F  -- (aF + b)(cF + d), with FF = F + F/2
  local ac, bd = nim_product(a, c), nim_product(b, d)
  local high = ac ~ nim_product(a, d) ~ nim_product(b, c)
  return high * F ~ bd ~ nim_product(ac, F // 2)
end

-- Turn the coin at n and any one to the left of it: a heap of n.
local strip = game {
  companions = function(n)
    for a = 0, n - 1 do turn(a) end
  end,
  closed_form = "nim",
}

return game {
  name      = "turning-corners",
  title     = "Turning Corners",
  source    = "H. W. Lenstra (1977), Nim multiplication; E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning "
           .. "Ways, ch. 14",
  text      = "Coins on a board, in rows and columns 0, 1, 2, ... Turn the four corners of a rectangle; the one "
           .. "farthest from the edges must go from heads to tails. Whoever cannot move loses. A board is the sum of "
           .. "its heads: x,y is a board with heads in row x and column y only. Its value is the nim product of x "
           .. "and y.",
  product   = { strip, strip },
  symmetric = true,
  example = { 4, 6 },
  known   = {
    grundy = {
      { {0, 5}, 0 }, { {1, 5}, 5 }, { {2, 2}, 3 }, { {2, 3}, 1 }, { {3, 3}, 2 }, { {4, 2}, 8 }, { {4, 4}, 6 },
      { {5, 3}, 15 }, { {7, 7}, 4 }, { {8, 8}, 13 }, { {15, 15}, 9 }, { {10, 13}, 8 },
    },
  },
  claims = {
    { "the value is the nim product of x and y", source = "Lenstra 1977", box = { 16, 16 },
      check = function(x, y) return grundy(x, y) == nim_product(x, y) end },
  },
}
