-- Corner the lady: a queen on a board moves west, south or south-west; who brings her to the corner wins. Every claim of the text, in its
-- order where it can be, with the part of the text that states it. Its figures are drawn by corner-the-lady-figures.lua beside this file.
--
--   bouton run scripts/reproduce/corner-the-lady.lua

local bouton = require "bouton"
local claims = dofile((arg[0]:match("^(.*)/") or ".") .. "/table/claims.lua")

claims.open("Corner the lady (R. P. Isaacs; M. Gardner): Wythoff's Nim as a queen's game")

local SIZE = 100
local queen = bouton.game {  -- x squares from the left edge, y from the lower one
  position = { "x", "y" },
  moves = function(x, y)
    for t = 1, x do move.west(x - t, y) end
    for t = 1, y do move.south(x, y - t) end
    for t = 1, math.min(x, y) do move.southwest(x - t, y - t) end
  end,
}
local board = queen:table({ SIZE, SIZE }, "outcome")
local values = queen:table { 60, 60 }
local wythoff = bouton.game("wythoff")

local wrong
for x = 0, 60 do
  for y = 0, 60 do
    if not wrong and values[x][y] ~= wythoff:grundy(x, y) then wrong = ("(%d,%d)"):format(x, y) end
  end
end
claims.all("the queen's game is Wythoff's Nim, Grundy value for Grundy value (isomorphism)", "x, y <= 60", wrong)

local drawn
for x = 0, SIZE do
  for y = 0, SIZE do
    if board[x][y] == "draw" then drawn = drawn or ("(%d,%d)"):format(x, y) end
  end
end
claims.all("no draw is possible (rules)", "x, y <= 100", drawn)
local at_once
for x = 0, 60 do
  for y = 0, 60 do
    local on_a_line = x + y > 0 and (x == 0 or y == 0 or x == y)
    if (queen:remoteness(x, y) == 1) ~= on_a_line then at_once = at_once or ("(%d,%d)"):format(x, y) end
  end
end
claims.all("who moves wins at once just from the star's row, column and diagonal (part A)", "x, y <= 60", at_once)

--- The safe squares of a board as the figures find them: lines through known ones cross out the others; the nearest that is left is safe.
--- A list of lists, one for each figure.
local function by_lines(columns, rows)
  local crossed, figures, found = {}, {}, { { 0, 0 } }
  local function is_free(x, y) return not crossed[x * rows + y] end
  while #found > 0 do
    for _, square in ipairs(found) do
      for t = -math.max(columns, rows), math.max(columns, rows) do
        for _, way in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 } } do
          local x, y = square[1] + t * way[1], square[2] + t * way[2]
          if x >= 0 and x < columns and y >= 0 and y < rows then crossed[x * rows + y] = true end
        end
      end
    end
    found = {}
    for sum = 0, columns + rows - 2 do
      for x = math.max(0, sum - rows + 1), math.min(sum, columns - 1) do
        if is_free(x, sum - x) then found[#found + 1] = { x, sum - x } end
      end
      if #found > 0 then break end
    end
    if #found > 0 then figures[#figures + 1] = found end
  end
  return figures
end
local function text_of(figure)
  local squares = {}
  for _, square in ipairs(figure) do squares[#squares + 1] = ("(%d,%d)"):format(square[1], square[2]) end
  return table.concat(squares, " ")
end
local figures = by_lines(8, 8)
claims.check("three lines leave the safe squares (1,2) and (2,1) nearest to the star (part A)", text_of(figures[1]), text_of(figures[1]) == "(1,2) (2,1)")
claims.check("six more lines: two more safe squares (part B)", text_of(figures[2]), text_of(figures[2]) == "(3,5) (5,3)")
claims.check("a third pair completes the chess board (part C)", text_of(figures[3]), text_of(figures[3]) == "(4,7) (7,4)" and #figures == 3)
local shape
for _, size in ipairs { { 1, 9 }, { 5, 12 }, { 20, 7 }, { 33, 33 }, { 40, 61 } } do
  local safe = { [0] = true }
  for _, figure in ipairs(by_lines(size[1], size[2])) do
    for _, square in ipairs(figure) do safe[square[1] * 1000 + square[2]] = true end
  end
  for x = 0, size[1] - 1 do
    for y = 0, size[2] - 1 do
      if (board[x][y] == "P") ~= (safe[x * 1000 + y] == true) then shape = shape or ("(%d,%d) on %d x %d"):format(x, y, size[1], size[2]) end
    end
  end
end
claims.all("the lines find the safe squares of rectangles of any size or shape (after part C)", "1 x 9, 5 x 12, 20 x 7, 33 x 33, 40 x 61", shape)
local mirrored, fan
for x = 0, SIZE do
  for y = 0, SIZE do
    if board[x][y] ~= board[y][x] then mirrored = mirrored or ("(%d,%d)"):format(x, y) end
    local phi = (1 + math.sqrt(5)) / 2
    if board[x][y] == "P" and math.abs(math.max(x, y) - phi * math.min(x, y)) >= 1 then fan = fan or ("(%d,%d)"):format(x, y) end
  end
end
claims.all("safe squares are paired symmetrically about the main diagonal (after part C)", "x, y <= 100", mirrored)
claims.all("they lie almost on two lines, y = phi x and x = phi y: less than 1 away (after part C)", "x, y <= 100", fan)

local pairs_of_board = {}
for x = 0, SIZE do
  for y = x, SIZE do
    if board[x][y] == "P" then pairs_of_board[#pairs_of_board + 1] = ("(%d,%d)"):format(x, y) end
  end
end
claims.check("the safe squares begin (0,0), (1,2), (3,5), (4,7), (6,10), (8,13) (table)", table.concat(pairs_of_board, " ", 1, 6),
             table.concat(pairs_of_board, " ", 1, 6) == "(0,0) (1,2) (3,5) (4,7) (6,10) (8,13)")

wrong = nil
for x = 0, SIZE do
  for y = x, SIZE do
    local d = y - x
    if (board[x][y] == "P") ~= (x == bouton.wythoff.a(d)) then wrong = wrong or ("(%d,%d)"):format(x, y) end
  end
end
claims.all("the safe squares are (a_n, b_n), a_n = floor(n phi), and their mirror images (formula)", "x, y <= 100", wrong)

local starts = {}
for k = 0, 7 do
  if board[k][7] == "P" then starts[#starts + 1] = ("(%d,7)"):format(k) end
  if k < 7 and board[7][k] == "P" then starts[#starts + 1] = ("(7,%d)"):format(k) end
end
claims.check("chess board, queen in the top row or the right column: who starts loses at (after part C)", table.concat(starts, " "), #starts == 2)

-- How many moves win.
local most, three = 0, nil
for sum = 0, 120 do
  for x = math.max(0, sum - 60), math.min(sum, 60) do
    local y = sum - x
    local count = #wythoff:winning_moves(x, y)
    most = math.max(most, count)
    if count == 3 and not three then three = ("(%d,%d)"):format(x, y) end
  end
end
local to = {}
for _, move in ipairs(wythoff:winning_moves(5, 7)) do to[#to + 1] = ("(%d,%d)"):format(move.to[1][1], move.to[1][2]) end
claims.check("a winning player never has more than two choices", ("three at %s; at (5,7): %s"):format(three, table.concat(to, " ")), most <= 2)
local quicker
for sum = 0, 40 do
  for x = 0, sum do
    local times = {}
    for _, move in ipairs(wythoff:winning_moves(x, sum - x)) do times[wythoff:remoteness(move.to[1][1], move.to[1][2])] = true end
    local first, second = next(times), nil
    if first then second = next(times, first) end
    if second and not quicker then quicker = ("at (%d,%d): %d or %d more moves"):format(x, sum - x, math.min(first, second), math.max(first, second)) end
  end
end
claims.check("of two winning moves one may delay the win and the other hasten it (after part C)", quicker or "never", quicker ~= nil)
claims.check("corrected: there are never more than three choices", ("at most %d for x, y <= 60"):format(most), most == 3)

-- Two piles.
local equal
for n = 1, 60 do
  if wythoff:remoteness(n, n) ~= 1 then equal = equal or ("(%d,%d)"):format(n, n) end
end
claims.all("equal piles are trivial: who moves takes both (two piles)", "n <= 60", equal)

-- The table of n, A and B.
local A = { 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24 }
local B = { 2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36, 39 }
local COUNT = 20000
local pair = bouton.wythoff.pairs(COUNT)
local misprint, falling, sum_of, often
local seen = {}
for n = 1, COUNT do
  local a, b = pair[n].a, pair[n].b
  if n <= 15 and (a ~= A[n] or b ~= B[n]) then misprint = misprint or "n = " .. n end
  if n > 1 and (a <= pair[n - 1].a or b <= pair[n - 1].b) then falling = falling or "n = " .. n end
  if bouton.wythoff.a(b) ~= a + b then sum_of = sum_of or "n = " .. n end
  if seen[a] or seen[b] or b ~= a + n or a ~= bouton.wythoff.a(n) then often = often or "n = " .. n end
  seen[a], seen[b] = true, true
end
for x = 1, pair[COUNT].a do
  if not seen[x] then often = often or "the number " .. x end
end
claims.all("the table of n, A_n and B_n (table)", "n <= 15", misprint)
claims.all("both sequences are strictly increasing (table)", "n <= 20000", falling)
claims.all("A_n + B_n = A_(B_n) (table)", "n <= 20000", sum_of)
claims.check("so 8 + 13 = 21 is the 13th number of A (table)", "A_13 = " .. pair[13].a, pair[5].a == 8 and pair[5].b == 13 and pair[13].a == 21)
claims.all("least number not yet used, and n more: every positive integer once (recursion)", "n <= 20000", often)

claims.close()
