-- Split a pile into 2 to k parts.
local k = param("k", 2, "the most parts")

-- The rest is split into parts from `least` on, one at least and `left` at most, beside those of the list.
local function split_rest(least, rest, list, left)
  if #list > 0 and rest >= least then
    list[#list + 1] = rest
    split(table.unpack(list))
    list[#list] = nil
  end
  if left == 1 then return end
  for first = least, rest // 2 do
    list[#list + 1] = first
    split_rest(first, rest - first, list, left - 1)
    list[#list] = nil
  end
end

return game {
  position = { { "n", min = 1 } },
  moves    = function(n) split_rest(1, n, {}, k) end,
  example  = { 5 },
}
