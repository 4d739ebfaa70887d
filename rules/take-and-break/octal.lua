local code = param("code", "0.77", "the octal code, such as 0.77 or 4.007")

-- The digit d_k after the point says what may be left when k are taken from a heap: the sum of 1 for nothing, 2 for one
-- heap, 4 for two heaps. The digit before the point is 4 if a heap may be split in two with nothing taken.
local nothing, one_heap, two_heaps = {}, {}, {}  -- the numbers k that may be taken to leave so many heaps

local first = string.sub(code, 1, 2)
assert((first == "0." or first == "4.") and #code > 2, "code must look like 0.77 or 4.007, not " .. code)
if first == "4." then table.insert(two_heaps, 0) end

for k = 1, #code - 2 do
  local digit = tonumber(string.sub(code, k + 2, k + 2))
  assert(digit and digit <= 7, "code must have digits from 0 to 7, not " .. code)
  if digit & 1 ~= 0 then table.insert(nothing, k) end
  if digit & 2 ~= 0 then table.insert(one_heap, k) end
  if digit & 4 ~= 0 then table.insert(two_heaps, k) end
end

return game {
  name     = "octal",
  title    = "Octal game",
  source   = "R. K. Guy, C. A. B. Smith (1956), The G-values of various games, Proc. Cambridge Phil. Soc. 52:514-526",
  text     = "Take from a heap and perhaps split what is left in two, as the code allows; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for i = 1, #nothing do
      if n == nothing[i] then move.take(0) end
    end
    for i = 1, #one_heap do
      if n > one_heap[i] then move.take(n - one_heap[i]) end
    end
    for i = 1, #two_heaps do
      local left = n - two_heaps[i]
      for a = 1, left // 2 do split.split(a, left - a) end
    end
  end,
  heap = { code = code },
  example = { 13 },
  known   = { grundy = { { 5, 4 }, { 11, 6 }, { 70, 6 }, { 82, 2 } } },
}
