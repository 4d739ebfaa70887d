-- Rows of coins in binary, column by column, and the move that makes every column even.
--
--   bouton run scripts/reproduce/nim-binary.lua [N...]

local bouton = require "bouton"
local rows = {}
for i, text in ipairs(#arg > 0 and arg or { "3", "4", "5" }) do rows[i] = assert(math.tointeger(tonumber(text)), text .. " is not a number of coins") end

local most = 1
for _, row in ipairs(rows) do most = math.max(most, row) end
local width = 1
while 1 << width <= most do width = width + 1 end
local function binary(n)
  local digits = {}
  for i = width - 1, 0, -1 do digits[#digits + 1] = n >> i & 1 end
  return table.concat(digits, "   ")
end

local heads = {}
for i = width - 1, 0, -1 do heads[#heads + 1] = "2^" .. i end
print("           " .. table.concat(heads, " "))
local nim, parts, sum = bouton.game("nim"), {}, 0
for i, row in ipairs(rows) do
  print(("a_%d = %3d   %s"):format(i, row, binary(row)))
  parts[i], sum = { nim, { row } }, sum ~ row
end
print(("XOR = %3d   %s"):format(sum, binary(sum)))
local position = bouton.sum(parts)
print(position:outcome() == "P" and "every column is even: a losing position" or "some column is odd: a winning position")
for _, move in ipairs(position:winning_moves()) do
  local from, to = rows[move.component], move.to[1][1]
  print(("take %d from row %d, which leaves %d"):format(from - to, move.component, to))
end
