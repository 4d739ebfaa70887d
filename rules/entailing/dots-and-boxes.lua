-- A position: by how many boxes the player to move is ahead, how many boxes a row has, and all lines, row by row:
-- the horizontal ones above the boxes, the vertical ones beside them, and so on.

-- The four lines around each box, as places in the text of all lines.
local function all_boxes(columns, lines)
  local boxes, row = {}, 2 * columns + 1
  for above = 0, #lines - row - columns, row do
    for c = 1, columns do
      boxes[#boxes + 1] = { above + c, above + row + c, above + columns + c, above + columns + c + 1 }
    end
  end
  return boxes
end

-- The boxes at each line.
local function boxes_at(boxes)
  local at = {}
  for _, box in ipairs(boxes) do
    for _, line in ipairs(box) do
      at[line] = at[line] or {}
      table.insert(at[line], box)
    end
  end
  return at
end

local function is_taken(box, lines)
  for _, line in ipairs(box) do
    if lines:sub(line, line) == "." then return false end
  end
  return true
end

-- The lines as rows of text.
local function rows_of(columns, lines)
  local rows, from = {}, 1
  while from <= #lines do
    local width = #rows % 2 == 0 and columns or columns + 1
    rows[#rows + 1] = lines:sub(from, from + width - 1)
    from = from + width
  end
  return rows
end

local function reversed(list)
  local all = {}
  for i = #list, 1, -1 do all[#all + 1] = list[i] end
  return all
end

-- The rows with left and right exchanged.
local function mirrored(rows)
  local all = {}
  for i, row in ipairs(rows) do all[i] = row:reverse() end
  return all
end

-- The rows of the drawing with rows and columns of boxes exchanged.
local function transposed(rows)
  local columns, all = #rows[1], {}
  for c = 1, 2 * columns + 1 do
    local row = {}
    for r = 1 + c % 2, #rows, 2 do
      local line = rows[r]:sub((c + 1) // 2, (c + 1) // 2)
      row[#row + 1] = line == "." and "." or line == "_" and "|" or "_"
    end
    all[c] = table.concat(row)
  end
  return all
end

-- The least of the texts of all drawings that look the same when turned or reflected, with the wider side across.
local function least(rows)
  local columns, boxes_high = #rows[1], #rows // 2
  local drawings = {}
  if columns >= boxes_high then drawings = { rows } end
  if columns <= boxes_high then drawings[#drawings + 1] = transposed(rows) end
  local best
  for _, drawing in ipairs(drawings) do
    for _, one in ipairs { drawing, mirrored(drawing), reversed(drawing), mirrored(reversed(drawing)) } do
      local text = table.concat(one)
      if not best or text < best then best = text end
    end
  end
  return math.max(columns, boxes_high), best
end

local function split_at_slashes(text)
  local parts, from = {}, 1
  repeat
    local slash = text:find("/", from, true)
    parts[#parts + 1] = text:sub(from, (slash or #text + 1) - 1)
    from = (slash or 0) + 1
  until not slash
  return parts
end

return game {
  name     = "dots-and-boxes",
  title    = "Dots and Boxes",
  source   = "E. Lucas (1889); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 16",
  text     = "Draw a line between two neighbouring dots. Who draws the fourth line of a box takes the box and draws "
          .. "again. A turn, which is one move here, ends with a line that takes no box, or with the last line of all. "
          .. "Then whoever has more boxes wins, and equal numbers are a draw. A position shows the lines row by row: "
          .. "../.../.. is a row of two boxes without a line, and ._/|../_.:-1 one with three lines, the player to "
          .. "move being one box behind. In Nimstring boxes do not count: whoever takes the last one has to draw "
          .. "again, cannot, and loses.",
  position = value(),
  example  = { 0, 2, "_...|..|..._" },
  valid = function(p)
    if type(p) ~= "table" or #p ~= 3 or math.type(p[1]) ~= "integer" or math.type(p[2]) ~= "integer" or p[2] < 1 then
      return false
    end
    local lines, row = p[3], 2 * p[2] + 1
    if type(lines) ~= "string" or #lines <= row or #lines % row ~= p[2] then return false end
    for k = 1, #lines do
      if not ((k - 1) % row < p[2] and "._" or ".|"):find(lines:sub(k, k), 1, true) then return false end
    end
    return true
  end,
  moves = function(p)
    local lead, columns, lines = p[1], p[2], p[3]
    local boxes = all_boxes(columns, lines)
    local at, seen = boxes_at(boxes), {}
    local function turn(lines, taken)
      if seen[lines] then return end
      seen[lines] = true
      if not lines:find(".", 1, true) then return move { -(lead + taken), columns, lines } end
      for line = 1, #lines do
        if lines:sub(line, line) == "." then
          local is_across = (line - 1) % (2 * columns + 1) < columns
          local after = lines:sub(1, line - 1) .. (is_across and "_" or "|") .. lines:sub(line + 1)
          local more = 0
          for _, box in ipairs(at[line]) do
            if is_taken(box, after) then more = more + 1 end
          end
          if more > 0 then turn(after, taken + more) else move { -(lead + taken), columns, after } end
        end
      end
    end
    if lines:find(".", 1, true) then turn(lines, 0) end
  end,
  play = function(p) return p[1] > 0 and "misere" or p[1] < 0 and "normal" or "draw" end,
  normalize = function(p)
    local columns, lines = least(rows_of(p[2], p[3]))
    return { p[1], columns, lines }
  end,
  show = function(p)
    return table.concat(rows_of(p[2], p[3]), "/") .. (p[1] == 0 and "" or (":%+d"):format(p[1]))
  end,
  start = function(columns, rows)
    return { 0, columns, ("."):rep(columns * (rows + 1) + (columns + 1) * rows) }
  end,
  parse = function(text)
    if not text:find("/", 1, true) then return nil end
    local colon = text:find(":", 1, true)
    local lead = colon and math.tointeger(tonumber(text:sub(colon + 1)))
    local rows = split_at_slashes(colon and text:sub(1, colon - 1) or text)
    if colon and not lead then return nil, "after ':' stands how many boxes the player to move is ahead, such as -1" end
    for i, row in ipairs(rows) do
      local is_across = i % 2 == 1
      local width = #rows[1] + (is_across and 0 or 1)
      if #row ~= width then return nil, ("row %d has %d lines, not %d"):format(i, #row, width) end
      for k = 1, #row do
        if not (is_across and "._" or ".|"):find(row:sub(k, k), 1, true) then
          return nil, ("'%s' in row %d is not a line that lies there"):format(row:sub(k, k), i)
        end
      end
    end
    if #rows < 3 or #rows % 2 == 0 then return nil, "the last row lies below boxes" end
    return { lead or 0, #rows[1], table.concat(rows) }
  end,
  -- What play line by line says, which counts how many boxes more each player takes.
  known = {
    outcome = {
      { { 0, 1, "...." }, "P" }, { { 0, 2, "......." }, "draw" }, { { 0, 3, ".........." }, "P" },
      { { 0, 2, "............" }, "N" }, { { -1, 2, "............" }, "N" }, { { -2, 2, "............" }, "draw" },
      { { -1, 2, "__|..__" }, "N" }, { { -2, 2, "__|..__" }, "draw" },
    },
  },
}
