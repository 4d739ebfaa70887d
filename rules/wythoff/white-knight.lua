return game {
  name      = "white-knight",
  title     = "The White Knight",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 3",
  text      = "A chess knight on a board, on the square x,y, each counted from 0. Move it in one of the four ways "
           .. "that bring it nearer to the corner: two squares towards one edge and one along it, either way, or one "
           .. "towards and two towards the other. Whoever cannot move loses.",
  position  = { "x", "y" },
  symmetric = true,
  moves = function(x, y)
    if x >= 2 then
      move(x - 2, y + 1)
      if y >= 1 then move(x - 2, y - 1) end
    end
    if y >= 2 then
      move(x + 1, y - 2)
      if x >= 1 then move(x - 1, y - 2) end
    end
  end,
  example = { 6, 7 },
  known = {
    grundy = {
      { {0, 0}, 0 }, { {1, 1}, 0 }, { {0, 2}, 1 }, { {2, 2}, 2 }, { {3, 3}, 1 }, { {3, 4}, 4 }, { {6, 7}, 2 },
      { {9, 9}, 0 },
    },
  },
  claims = {
    { "lost are the squares with x and y both 0 or 1 modulo 4", box = { 31, 31 },
      check = function(x, y) return (outcome(x, y) == "P") == (x % 4 < 2 and y % 4 < 2) end },
  },
}
