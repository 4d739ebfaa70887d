local columns = param("columns", 8, "how many columns the board has")
local rows    = param("rows", 8, "how many rows the board has")

assert(columns >= 1 and rows >= 1, "a board has at least one square")

return game {
  name     = "corner-the-lady",
  title    = "Corner the lady",
  source   = "R. P. Isaacs (about 1960); C. Berge (1962), The Theory of Graphs and Its Applications; "
          .. "M. Gardner (1989), Penrose Tiles to Trapdoor Ciphers",
  text     = "A queen in the top row or in the right column moves west, south or south-west, as far as she likes; "
          .. "who brings her to the lower left corner wins. It is Wythoff's Nim on a board.",
  position = { { "x", max = columns - 1 }, { "y", max = rows - 1 } },
  moves = function(x, y)
    for t = 1, x do move.west(x - t, y) end
    for t = 1, y do move.south(x, y - t) end
    for t = 1, math.min(x, y) do move.southwest(x - t, y - t) end
  end,
  -- Any square of the top row or of the right column, each with the same chance.
  random_start = function()
    local square = random(columns + rows - 1)
    if square <= columns then return square - 1, rows - 1 end
    return columns - 1, columns + rows - 1 - square
  end,
  closed_form = { "wythoff", horizontal = "west", vertical = "south", diagonal = "southwest" },
  example = { 5, 7 },
  known   = {
    grundy  = { { {0, 0}, 0 }, { {1, 2}, 0 }, { {3, 3}, 6 } },
    outcome = { { {4, 7}, "P" }, { {7, 4}, "P" }, { {5, 7}, "N" }, { {7, 7}, "N" } },
  },
}
