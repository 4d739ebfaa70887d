local squares = param("squares", "any", "squares of the strip; any: those that the position has")

local function has_line(b)
  for r, c in b:cells() do
    if b:at(r, c) == 1 and b:at(r, c + 1) == 1 and b:at(r, c + 2) == 1 then return true end
  end
  return false
end

return game {
  name      = "treblecross-strip",
  title     = "Treblecross on a strip",
  source    = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 4",
  text      = "Put crosses on a strip of squares. Whoever makes three in a row wins; so does who puts the last cross.",
  position  = board(1, squares, ".X"),
  example   = ".........",
  symmetric = "board",
  moves = function(b)
    if has_line(b) then return end
    for r, c in b:cells() do
      if b:at(r, c) == 0 then move(b:with(r, c, 1)) end
    end
  end,
  -- Nobody who sees it leaves two crosses side by side or with one square between them, as long as there is another
  -- move: so a strip of n >= 3 squares is won as a heap of n + 2 is in the octal game 0.007.
  known = {
    outcome = {
      { "......", "P" }, { ".........", "N" }, { "XXX......", "P" }, { "....X....", "P" }, { "........", "N" },
    },
  },
}
