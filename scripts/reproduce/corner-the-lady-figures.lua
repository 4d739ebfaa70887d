-- Corner the lady: the figures A, B, C, ... in which lines through the safe squares cross out the others, until the board is full.
--
--   bouton run scripts/reproduce/corner-the-lady-figures.lua [COLUMNS ROWS [FOLDER]]
--
-- Prints them; with a folder, draws them there too, as figure-A.svg and so on.

local columns, rows = math.tointeger(tonumber(arg[1] or "8")), math.tointeger(tonumber(arg[2] or "8"))
if not columns or not rows or columns < 1 or rows < 1 then error("COLUMNS and ROWS are whole numbers, at least 1", 0) end
local folder = arg[3]

--- What is known of the board: `lines[square]` says which lines cross it out, `safe` are the safe squares, the star first.
local lines, safe = {}, {}
local function key(x, y) return x * rows + y end
local function line_through(square, sign, dx, dy)
  for t = -math.max(columns, rows), math.max(columns, rows) do
    local x, y = square.x + t * dx, square.y + t * dy
    if x >= 0 and x < columns and y >= 0 and y < rows then
      local crossed = lines[key(x, y)]
      lines[key(x, y)] = crossed and crossed ~= sign and "+" or sign
    end
  end
end

--- The squares nearest to the star that no line crosses out: safe, since no move leads from them to a safe square.
local function next_safe()
  for sum = 0, columns + rows - 2 do
    local found = {}
    for x = 0, math.min(sum, columns - 1) do
      if sum - x < rows and not lines[key(x, sum - x)] then found[#found + 1] = { x = x, y = sum - x } end
    end
    if #found > 0 then return found end
  end
  return {}
end

local function print_figure(name, found, count)
  local shaded = {}
  for _, square in ipairs(found) do shaded[key(square.x, square.y)] = "S" end
  for i, square in ipairs(safe) do shaded[key(square.x, square.y)] = i == 1 and "*" or "s" end
  print(("part %s: %d new lines"):format(name, count))
  for y = rows - 1, 0, -1 do
    local row = {}
    for x = 0, columns - 1 do row[#row + 1] = shaded[key(x, y)] or lines[key(x, y)] or "." end
    print(("%3d  %s"):format(y, table.concat(row, " ")))
  end
  local numbers = {}
  for x = 0, columns - 1 do numbers[#numbers + 1] = tostring(x % 10) end
  print("     " .. table.concat(numbers, " "))
  local names = {}
  for _, square in ipairs(found) do names[#names + 1] = ("(%d,%d)"):format(square.x, square.y) end
  print(#found > 0 and "safe: " .. table.concat(names, " and ") or "every square is safe or crossed out")
  print()
end

local SIDE = 40
local function draw_figure(name, found, drawn)
  local file = assert(io.open(("%s/figure-%s.svg"):format(folder, name), "w"))
  local width, height = columns * SIDE + 2, rows * SIDE + 2
  local function left(x) return x * SIDE + 1 end
  local function top(y) return (rows - 1 - y) * SIDE + 1 end
  local function write(...) file:write(string.format(...), "\n") end
  write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">', width, height, width, height)
  write('<rect width="%d" height="%d" fill="white"/>', width, height)
  local function shade(square, colour)
    write('<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>', left(square.x), top(square.y), SIDE, SIDE, colour)
  end
  for i = 2, #safe do shade(safe[i], "#b8b8b8") end
  for _, square in ipairs(found) do shade(square, "#707070") end
  for x = 0, columns do write('<path d="M%d 1V%d" stroke="#202020"/>', left(x), height - 1) end
  for y = 0, rows do write('<path d="M1 %dH%d" stroke="#202020"/>', y * SIDE + 1, width - 1) end
  for _, line in ipairs(drawn) do
    -- From edge to edge through the middle of the square.
    local back = math.min(line.dx > 0 and line.x or math.huge, line.dy > 0 and line.y or math.huge)
    local on = math.min(line.dx > 0 and columns - 1 - line.x or math.huge, line.dy > 0 and rows - 1 - line.y or math.huge)
    local function middle(t) return left(line.x + t * line.dx) + SIDE / 2, top(line.y + t * line.dy) + SIDE / 2 end
    local x0, y0 = middle(-back - 0.4)
    local x1, y1 = middle(on + 0.4)
    write('<path d="M%g %gL%g %g" stroke="%s" stroke-width="2.5"/>', x0, y0, x1, y1, line.new and "#c0392b" or "#e0a9a2")
  end
  write('<text x="%g" y="%g" font-size="30" text-anchor="middle" font-family="sans-serif">★</text>', left(0) + SIDE / 2, top(0) + SIDE * 0.77)
  file:write("</svg>\n")
  file:close()
end

local newest, drawn, letter = { { x = 0, y = 0 } }, {}, 1
while #newest > 0 do
  for _, line in ipairs(drawn) do line.new = false end
  local count = 0
  for _, square in ipairs(newest) do
    safe[#safe + 1] = square
    for _, way in ipairs { { "-", 1, 0 }, { "|", 0, 1 }, { "/", 1, 1 } } do
      line_through(square, way[1], way[2], way[3])
      drawn[#drawn + 1] = { x = square.x, y = square.y, dx = way[2], dy = way[3], new = true }
      count = count + 1
    end
  end
  newest = next_safe()
  if #newest == 0 and letter > 1 then break end
  local name = letter <= 26 and string.char(64 + letter) or tostring(letter)
  print_figure(name, newest, count)
  if folder then draw_figure(name, newest, drawn) end
  letter = letter + 1
end
