-- A position is a text: region by region, each with } behind it, and in a region its boundaries with . between them. A
-- boundary is the spots that one meets on the way along it, the region at one's left: 0 a spot without lines, 1 one at
-- the end of a line, 2 one with two lines that is met once, a letter one with two lines that is met twice. Spots with
-- three lines are left out, and regions in which no line can be drawn.

local ZERO, ONE, TWO = 48, 49, 50
local BETWEEN, END = 46, 125
local FIRST_LETTER, LETTERS = 65, 52
-- Letters that no position has, for the new spot and for those at the ends of a new line.
local NEW, LEFT, RIGHT = 200, 201, 202

local function is_letter(c) return c >= FIRST_LETTER and c ~= END end

-- A to Z, a to z.
local function letter(number) return number <= 26 and 64 + number or 70 + number end

-- The regions of a text, as lists of boundaries, as lists of bytes.
local function read(text)
  local regions, region, boundary = {}, {}, {}
  for i = 1, #text do
    local c = text:byte(i)
    if c == BETWEEN or c == END then
      region[#region + 1] = boundary
      boundary = {}
      if c == END then
        regions[#regions + 1] = region
        region = {}
      end
    else
      boundary[#boundary + 1] = c
    end
  end
  return regions
end

local function write(regions)
  local bytes = {}
  for _, region in ipairs(regions) do
    for b = 1, #region do
      local boundary = region[b]
      for i = 1, #boundary do bytes[#bytes + 1] = boundary[i] end
      bytes[#bytes + 1] = b < #region and BETWEEN or END
    end
  end
  return string.char(table.unpack(bytes))
end

-- How many lines can still end in the spots of a region, letters once; adds to `times` how often each letter is met.
local function lives(region, times)
  local sum, own = 0, {}
  for b = 1, #region do
    local boundary = region[b]
    for i = 1, #boundary do
      local c = boundary[i]
      if c <= TWO then
        sum = sum + TWO + 1 - c
      else
        if not own[c] then sum = sum + 1 end
        own[c] = true
        times[c] = (times[c] or 0) + 1
      end
    end
  end
  return sum
end

-- A boundary in which letters that are met once are a 2, and so are those that are met twice with nothing between.
local function tidied_boundary(boundary, times)
  local size, new = #boundary, {}
  for i = 1, size do
    local c = boundary[i]
    local again = size > 1 and c == boundary[i % size + 1]
    if c <= TWO or times[c] == 2 and not again then
      if c <= TWO or size == 1 or c ~= boundary[(i - 2) % size + 1] then new[#new + 1] = c end
    elseif times[c] == 1 or i < size or size > 2 then
      new[#new + 1] = TWO
    end
  end
  return new
end

-- Without the regions that have no line left.
local function tidied(regions)
  local kept, times = {}, {}
  for _, region in ipairs(regions) do
    local own = {}
    if lives(region, own) >= 2 then
      kept[#kept + 1] = region
      for c, count in pairs(own) do times[c] = (times[c] or 0) + count end
    end
  end
  for r, region in ipairs(kept) do
    local new = {}
    for b = 1, #region do
      if #region[b] > 0 then new[#new + 1] = tidied_boundary(region[b], times) end
    end
    kept[r] = new
  end
  return kept
end

-- The regions that hang together by spots that are met in two of them, as lists of regions.
local function lands(regions)
  if #regions == 1 then return { regions } end
  local land_of, land_with = {}, {}
  for r, region in ipairs(regions) do
    local land = { region }
    for b = 1, #region do
      local boundary = region[b]
      for i = 1, #boundary do
        local c = boundary[i]
        local other = c > TWO and land_with[c]
        if other and other ~= land then
          if #other > #land then land, other = other, land end
          for _, moved in ipairs(other) do land[#land + 1] = moved end
          for spot, its in pairs(land_with) do
            if its == other then land_with[spot] = land end
          end
          for k = 1, r - 1 do
            if land_of[k] == other then land_of[k] = land end
          end
        end
        if c > TWO then land_with[c] = land end
      end
    end
    land_of[r] = land
  end
  local all, seen = {}, {}
  for r = 1, #regions do
    if not seen[land_of[r]] then
      seen[land_of[r]] = true
      all[#all + 1] = land_of[r]
    end
  end
  return all
end

-- What a letter counts as as long as it has no name: whether its other place is in the same boundary or elsewhere.
local function kinds_of(land)
  local kinds, where = {}, {}
  for _, region in ipairs(land) do
    for b = 1, #region do
      local boundary = region[b]
      for i = 1, #boundary do
        local c = boundary[i]
        if c > TWO then
          kinds[c] = where[c] == boundary and 1 or 2
          where[c] = boundary
        end
      end
    end
  end
  return kinds
end

-- The rotation of a boundary whose kinds are least, and these as a text.
local function least_rotation(boundary, kinds)
  local size, bytes = #boundary, {}
  for i = 1, size do bytes[i] = kinds[boundary[i]] or boundary[i] end
  local once = string.char(table.unpack(bytes))
  if size == 1 then return boundary, once end
  local twice, least, at = once .. once, once, 1
  for i = 2, size do
    local turned = twice:sub(i, i + size - 1)
    if turned < least then least, at = turned, i end
  end
  if at == 1 then return boundary, once end
  local new = {}
  for i = 1, size do new[i] = boundary[(at + i - 2) % size + 1] end
  return new, least
end

-- The boundaries of a region, each in its least rotation, in order; and a text by which regions are compared.
local function ordered(region, kinds)
  local keys, of = {}, {}
  for b = 1, #region do
    local boundary, key = least_rotation(region[b], kinds)
    keys[b] = key .. "." .. string.char(b)
    of[keys[b]] = boundary
  end
  table.sort(keys)
  local new = {}
  for b = 1, #keys do
    new[b] = of[keys[b]]
    keys[b] = keys[b]:sub(1, -2)
  end
  return new, table.concat(keys)
end

-- The same seen from behind.
local function reversed(region)
  local new = {}
  for b = 1, #region do
    local boundary, back = region[b], {}
    for i = 1, #boundary do back[i] = boundary[#boundary + 1 - i] end
    new[b] = back
  end
  return new
end

-- Whether it may look different then.
local function has_sides(region)
  for b = 1, #region do
    if #region[b] > 2 then return true end
  end
  return false
end

-- Everything in order, and the letters named in that order.
local function arranged(land, kinds)
  local keys, of = {}, {}
  for r, region in ipairs(land) do
    local new, key = ordered(region, kinds)
    if has_sides(region) then
      local back, back_key = ordered(reversed(region), kinds)
      if back_key < key then new, key = back, back_key end
    end
    keys[r] = key .. "}" .. string.char(r)
    of[keys[r]] = new
  end
  table.sort(keys)
  local names, letters, all = {}, 0, {}
  for r, key in ipairs(keys) do
    local region = of[key]
    for b = 1, #region do
      local boundary, new = region[b], {}
      for i = 1, #boundary do
        local c = boundary[i]
        if c > TWO and not names[c] then
          letters = letters + 1
          names[c] = letter(letters)
        end
        new[i] = names[c] or c
      end
      region[b] = new
    end
    all[r] = region
  end
  return all, letters
end

-- The independent parts of a position, each in a form that is the same for most positions that are: first by the kinds
-- of its letters, then by the names that they got. Two forms of a position only cost time.
local function parts(text)
  local regions = tidied(read(text))
  local all = {}
  for l, land in ipairs(#regions > 0 and lands(regions) or {}) do
    local form, letters = arranged(land, kinds_of(land))
    if letters > 0 then form = arranged(form, {}) end
    all[l] = write(form)
  end
  return all
end

-- A text with other letters.
local function renamed(text, by)
  local bytes, most = { text:byte(1, -1) }, 0
  for i, c in ipairs(bytes) do
    if is_letter(c) then
      local number = c <= 90 and c - 64 or c - 70
      most = math.max(most, number)
      bytes[i] = letter(number + by)
    end
  end
  return string.char(table.unpack(bytes)), most
end

local function canonical(text)
  local all = parts(text)
  if #all < 2 then return all[1] or "" end
  table.sort(all)
  local letters = 0
  for l, part in ipairs(all) do
    local most
    all[l], most = renamed(part, letters)
    letters = letters + most
  end
  return table.concat(all)
end

-- The drawings that follow one, to be filled by add: texts in which the spots at the ends of the new line are gone
-- where they have three lines now.
local function drawings(position)
  local all, seen, regions = {}, {}, {}
  local first = 1
  for i = 1, #position do
    if position:byte(i) == END then
      regions[#regions + 1] = position:sub(first, i)
      first = i + 1
    end
  end

  local function without(text, c)
    local at = text:find(c, 1, true)
    while at do
      text = text:sub(1, at - 1) .. text:sub(at + 1)
      at = text:find(c, 1, true)
    end
    return text
  end

  -- A region becomes `made` by a line from a spot to a spot.
  local function add(r, made, from, to)
    local text = table.concat(regions, "", 1, r - 1) .. made .. table.concat(regions, "", r + 1)
    if is_letter(from:byte()) then text = without(text, from) end
    if is_letter(to:byte()) then text = without(text, to) end
    if not seen[text] then
      seen[text] = true
      all[#all + 1] = text
    end
  end
  return all, regions, add
end

local new_spot, left_spot, right_spot = string.char(NEW), string.char(LEFT), string.char(RIGHT)

-- The boundary from each of its spots on, each kind once.
local function corners(boundary)
  local all, seen = {}, {}
  for i = 1, #boundary do
    local from = boundary:sub(i) .. boundary:sub(1, i - 1)
    if not seen[from] then
      seen[from] = true
      all[#all + 1] = from
    end
  end
  return all
end

-- The way along a boundary from the end of a new line to its spot and back.
local function around(from, name)
  local c = from:byte()
  if c == ZERO then return "1" end
  if c == ONE then return name .. from:sub(2) .. name end
  return from:sub(2)
end

-- Lines from a boundary to another one: they become one.
local function join(r, boundaries, i, j, add)
  local rest = ""
  for k, other in ipairs(boundaries) do
    if k ~= i and k ~= j then rest = rest .. "." .. other end
  end
  for _, from in ipairs(corners(boundaries[i])) do
    for _, to in ipairs(corners(boundaries[j])) do
      add(r, around(from, left_spot) .. new_spot .. around(to, right_spot) .. new_spot .. rest .. "}", from:sub(1, 1),
          to:sub(1, 1))
    end
  end
end

-- Calls visit(inside, outside) with each way to deal out the boundaries, equal ones being the same.
local function each_division(boundaries, visit)
  local function deal(first, inside, outside)
    if first > #boundaries then return visit(inside, outside) end
    local last, one = first, "." .. boundaries[first]
    while boundaries[last + 1] == boundaries[first] do last = last + 1 end
    local count = last - first + 1
    for within = 0, count do deal(last + 1, inside .. one:rep(within), outside .. one:rep(count - within)) end
  end
  deal(1, "", "")
end

-- Lines from a boundary to itself: the region becomes two.
local function divide(r, boundaries, i, add)
  local boundary, rest = boundaries[i], {}
  for k, other in ipairs(boundaries) do
    if k ~= i then rest[#rest + 1] = other end
  end
  local function cut(inner, outer, from, to)
    each_division(rest, function(inside, outside)
      add(r, inner .. inside .. "}" .. outer .. outside .. "}", from, to)
    end)
  end
  for p = 1, #boundary do
    local from = boundary:sub(p) .. boundary:sub(1, p - 1)
    local c = from:sub(1, 1)
    if c == "0" then cut(left_spot .. new_spot, left_spot .. new_spot, c, c)
    elseif c == "1" then cut(new_spot, from:sub(2) .. new_spot, c, c) end
    local x = c == "1" and left_spot or ""
    for q = p + 1, #boundary do
      local at = q - p + 1
      local d = from:sub(at, at)
      local y = d == "1" and right_spot or ""
      if d ~= c or not is_letter(d:byte()) then
        cut(x .. from:sub(2, at - 1) .. y .. new_spot, y .. from:sub(at + 1) .. x .. new_spot, c, d)
      end
    end
  end
end

local function boundaries_of(region)
  local all, first = {}, 1
  for i = 1, #region do
    local c = region:byte(i)
    if c == BETWEEN or c == END then
      all[#all + 1] = region:sub(first, i - 1)
      first = i + 1
    end
  end
  return all
end

-- What is wrong with a text; nothing where it is a position.
local function complaint(text)
  local times, spots, left = {}, 0, 0
  local before = END
  for i = 1, #text do
    local c = text:byte(i)
    if c == BETWEEN or c == END then
      if before == BETWEEN or before == END then return "a boundary has a spot" end
    elseif c >= ZERO and c <= TWO then
      spots, left = spots + 1, left + TWO + 1 - c
    elseif c >= 65 and c <= 90 or c >= 97 and c <= 122 then
      times[c] = (times[c] or 0) + 1
      if times[c] == 1 then spots, left = spots + 1, left + 1 end
    else
      return "spots are 0, 1, 2 and letters, with . between boundaries and } behind regions"
    end
    before = c
  end
  if before ~= END then return "each region ends with }" end
  for c, count in pairs(times) do
    if count ~= 2 then return "the spot " .. string.char(c) .. " is not met twice" end
  end
  -- A spot with two lines takes a life that is left, and is there or will be drawn.
  if spots + left > 2 * LETTERS then return "there are more spots than letters for them: 26 to begin with" end
end

-- The number that some digits are.
local function whole_number(text)
  for i = 1, #text do
    if text:byte(i) < 48 or text:byte(i) > 57 then return nil end
  end
  return tonumber(text)
end

local function spots(number)
  if number < 0 or number > 26 then error("the number of spots is from 0 to 26") end
  return ("0."):rep(number - 1) .. (number > 0 and "0}" or "")
end

return game {
  name     = "sprouts",
  title    = "Sprouts",
  source   = "J. H. Conway, M. S. Paterson (1967); D. Applegate, G. Jacobson, D. Sleator (1991)",
  text     = [[Draw a line from a spot to a spot, perhaps the same one, that touches no line, and put a new spot on it.
No spot may have more than three lines. Who cannot draw loses. A number is so many spots to begin with. Other positions
are written region by region, each with a } behind it, its boundaries with . between them: 0, 1 and 2 are spots with so
many lines, and a letter is a spot with two lines that is met twice.]],
  position   = value(),
  start      = spots,
  example    = "0.0.0}",
  valid      = function(position) return type(position) == "string" and complaint(position) == nil end,
  normalize  = canonical,
  components = parts,
  show       = function(position) return position == "" and "nothing" or position end,
  parse      = function(text)
    if text == "nothing" then return "" end
    local number = whole_number(text)
    if number and number <= 26 then return spots(number) end
    local wrong = text == "" and "without spots it is: nothing" or complaint(text)
    if wrong then return nil, wrong end
    return text
  end,
  moves = function(position)
    local all, regions, add = drawings(position)
    for r, region in ipairs(regions) do
      local boundaries = boundaries_of(region)
      for i, boundary in ipairs(boundaries) do
        if boundary ~= boundaries[i - 1] then
          divide(r, boundaries, i, add)
          for j = i + 1, #boundaries do
            if j == i + 1 or boundaries[j] ~= boundaries[j - 1] then join(r, boundaries, i, j, add) end
          end
        end
      end
    end
    local seen = {}
    for _, text in ipairs(all) do
      local form = canonical(text)
      if not seen[form] then
        seen[form] = true
        move(form)
      end
    end
  end,
  known = {
    outcome = {
      { "", "P" }, { "0}", "P" }, { "0.0}", "P" }, { "0.0.0}", "N" }, { "0.0.0.0}", "N" },
    },
  },
}
