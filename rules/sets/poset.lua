-- A position is a list of elements, each a list: its number, and those of all elements that are greater.

local function has(list, x)
  for i = 2, #list do
    if list[i] == x then return true end
  end
  return false
end

-- The text 1<2<3 2<4 5 names elements, and which are greater.
local function read(text)
  local elements, above, number, before = {}, {}, "", nil
  for i = 1, #text + 1 do
    local c = i <= #text and text:sub(i, i) or " "
    if c >= "0" and c <= "9" then
      number = number .. c
    elseif c == "<" or c == " " then
      local x = math.tointeger(tonumber(number))
      if x == nil and (c == "<" or before) then return nil, "there are numbers on both sides of <" end
      if x then
        if not above[x] then
          above[x] = {}
          elements[#elements + 1] = x
        end
        if before then above[before][x] = true end
      end
      number, before = "", c == "<" and x or nil
    else
      return nil, "numbers stand between < and blanks, as in 1<2<3 2<4"
    end
  end
  table.sort(elements)
  for _, middle in ipairs(elements) do
    for _, x in ipairs(elements) do
      if above[x][middle] then
        for y in pairs(above[middle]) do above[x][y] = true end
      end
    end
  end
  local all = {}
  for i, x in ipairs(elements) do
    if above[x][x] then return nil, "an element is not less than itself" end
    all[i] = { x }
    for _, y in ipairs(elements) do
      if above[x][y] then all[i][#all[i] + 1] = y end
    end
  end
  return all
end

return game {
  name     = "poset",
  title    = "Poset game",
  source   = "D. Gale, A. Neyman, Nim-type games, International Journal of Game Theory 11 (1982)",
  text     = [[Some elements are greater than others. Take an element, and with it go all that are greater. Who cannot
take one loses. Elements are numbers: 1<2<3 2<4 5 says that 2 is greater than 1, 3 and 4 are greater than 2, and 5 is
there too. Nim is chains side by side, Chomp a rectangle. With a greatest element the first player wins.]],
  position = value(),
  example  = { { 1, 4, 5, 7 }, { 2, 4, 6, 7 }, { 3, 5, 6, 7 }, { 4, 7 }, { 5, 7 }, { 6, 7 }, { 7 } },
  valid    = function(elements)
    if type(elements) ~= "table" then return false end
    local of = {}
    for i, element in ipairs(elements) do
      if type(element) ~= "table" or #element == 0 then return false end
      for k, x in ipairs(element) do
        if math.type(x) ~= "integer" or x < 0 or k > 2 and x <= element[k - 1] then return false end
      end
      if i > 1 and element[1] <= elements[i - 1][1] or has(element, element[1]) then return false end
      of[element[1]] = element
    end
    for _, element in ipairs(elements) do
      for k = 2, #element do
        local greater = of[element[k]]
        if not greater then return false end
        for m = 2, #greater do
          if not has(element, greater[m]) then return false end
        end
      end
    end
    return true
  end,
  show = function(elements)
    local words, follows = {}, {}
    for _, element in ipairs(elements) do
      for k = 2, #element do
        local direct = true
        for _, between in ipairs(elements) do
          if has(element, between[1]) and has(between, element[k]) then direct = false end
        end
        follows[element[k]] = true
        if direct then words[#words + 1] = element[1] .. "<" .. element[k] end
      end
    end
    for _, element in ipairs(elements) do
      if #element == 1 and not follows[element[1]] then words[#words + 1] = tostring(element[1]) end
    end
    return #words > 0 and table.concat(words, " ") or "nothing"
  end,
  parse = function(text)
    if text == "nothing" then return {} end
    return read(text)
  end,
  moves = function(elements)
    for _, taken in ipairs(elements) do
      local left = {}
      for _, element in ipairs(elements) do
        if element ~= taken and not has(taken, element[1]) then
          local new = { element[1] }
          for k = 2, #element do
            if element[k] ~= taken[1] and not has(taken, element[k]) then new[#new + 1] = element[k] end
          end
          left[#left + 1] = new
        end
      end
      move(left)
    end
  end,
  -- Chains are heaps of nim. The subsets of three things that are neither empty nor everything, a hexagon, are P, so
  -- that with everything the only winning move takes it (Gale and Neyman).
  known = {
    grundy = {
      { {}, 0 }, { { { 1, 2, 3 }, { 2, 3 }, { 3 } }, 3 }, { { { 1 }, { 2 } }, 0 }, { { { 1, 2, 3 }, { 2 }, { 3 } }, 1 },
    },
    outcome = {
      { { { 1, 4, 5 }, { 2, 4, 6 }, { 3, 5, 6 }, { 4 }, { 5 }, { 6 } }, "P" },
      { { { 1, 4, 5, 7 }, { 2, 4, 6, 7 }, { 3, 5, 6, 7 }, { 4, 7 }, { 5, 7 }, { 6, 7 }, { 7 } }, "N" },
    },
  },
}
