local code = param("code", "0.77", "digits such as 0.77, 0.F, 4.0 unequal, 0.{2,3}, 0.{2+}, 4.3..., 0.(03)")

-- The digit d_k at place k after the point says in how many heaps the rest may be left when k are taken from a heap:
-- the sum of 1 for none, 2 for one heap, 4 for two, 8 for three; or these numbers in braces, with + for "or more". The
-- digit before the point is for k = 0. "..." repeats the last digit for ever, "(..)" a group of them. "unequal",
-- "not-all-equal" and "all-equal" are about the sizes where two heaps or more are left.
local at = 1
local function char() return string.sub(code, at, at) end
local function is_in(list) return char() ~= "" and string.find(list, char(), 1, true) ~= nil end
local function wrong(what) error("code '" .. code .. "', place " .. at .. ": " .. what, 0) end

local function number()
  local first = at
  while is_in("0123456789") do at = at + 1 end
  if at == first then wrong("a number of heaps is missing") end
  return tonumber(string.sub(code, first, at - 1))
end

-- The numbers of heaps that the next digit allows, as counts[h + 1]; all from `from` on.
local function digit()
  local counts = { allowed = {}, from = math.maxinteger }
  for h = 0, 63 do counts.allowed[h + 1] = false end
  if char() == "{" then
    repeat
      at = at + 1
      if char() == "}" then break end
      local h = number()
      if h > 63 then wrong("a number of heaps can be at most 63") end
      if char() == "+" then
        at = at + 1
        counts.from = math.min(counts.from, h)
      else
        counts.allowed[h + 1] = true
      end
    until char() ~= ","
    if char() ~= "}" then wrong("'}' is missing") end
  else
    local bits = tonumber(char(), 16)
    for h = 0, 3 do counts.allowed[h + 1] = bits >> h & 1 == 1 end
  end
  at = at + 1
  return counts
end

local function starts_digit() return is_in("{0123456789abcdefABCDEF") end

local digits, repeated = {}, 0  -- digit k is digits[k + 1]; the last `repeated` of them go on for ever
digits[1] = starts_digit() and digit() or { allowed = { false, false }, from = math.maxinteger }
if digits[1].allowed[1] or digits[1].allowed[2] or digits[1].from < 2 then
  wrong("the digit before the point must leave two heaps or more, since nothing is removed")
end
if char() ~= "." then wrong("the point is missing") end
at = at + 1
while starts_digit() do table.insert(digits, digit()) end
if char() == "(" then
  at = at + 1
  while starts_digit() do
    table.insert(digits, digit())
    repeated = repeated + 1
  end
  if repeated == 0 or char() ~= ")" then wrong("')' after some digits is missing") end
  at = at + 1
elseif string.sub(code, at, at + 2) == "..." and #digits > 1 then
  at = at + 3
  repeated = 1
end
while char() == " " do at = at + 1 end
local constraint = string.sub(code, at)
if constraint ~= "" and constraint ~= "unequal" and constraint ~= "not-all-equal" and constraint ~= "all-equal" then
  wrong("expected a digit, unequal, not-all-equal, all-equal or the end")
end

local function digit_at(k)
  if k < #digits then return digits[k + 1] end
  if repeated == 0 then return nil end
  local first = #digits - repeated
  return digits[first + (k - first) % repeated + 1]
end

local function allows(counts, h) return h >= counts.from or (h <= 63 and counts.allowed[h + 1] == true) end

-- Splits `rest` in `count` heaps, none smaller than `least`, after those in `heaps`.
local function divide(rest, count, least, heaps)
  if count == 1 then
    heaps[#heaps + 1] = rest
    local same = #heaps > 1 and heaps[1] == rest
    if #heaps == 1 then
      move(rest)
    elseif (constraint == "all-equal" and same) or (constraint == "not-all-equal" and not same) or constraint == ""
        or (constraint == "unequal" and heaps[#heaps - 1] < rest) then
      split(table.unpack(heaps))
    end
    heaps[#heaps] = nil
    return
  end
  for heap = least, rest // count do
    heaps[#heaps + 1] = heap
    divide(rest - heap, count - 1, constraint == "unequal" and heap + 1 or heap, heaps)
    heaps[#heaps] = nil
  end
end

return game {
  name     = "take-and-break",
  title    = "Take-and-break game",
  source   = "R. K. Guy, C. A. B. Smith (1956), The G-values of various games; E. R. Berlekamp, J. H. Conway, "
          .. "R. K. Guy (1982), Winning Ways, ch. 4",
  text     = "Take from a heap and leave the rest in as many heaps as the code allows; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for k = 0, n do
      local counts = digit_at(k)
      if counts then
        if k == n and n > 0 and allows(counts, 0) then move(0) end
        for count = 1, n - k do
          if allows(counts, count) then divide(n - k, count, 1, {}) end
        end
      end
    end
  end,
  heap    = { code = code },
  example = { 13 },
  known   = { grundy = { { 5, 4 }, { 11, 6 }, { 70, 6 }, { 82, 2 } } },
}
