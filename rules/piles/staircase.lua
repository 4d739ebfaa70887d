--- The nim-sum of a_k - a_(k-1), a_(k-2) - a_(k-3), ...; where k is odd the first pile stands alone.
local function nim_sum(a)
  local sum = 0
  for i = #a, 1, -2 do sum = sum ~ (a[i] - (a[i - 1] or 0)) end
  return sum
end
--- Whether some option of a has nim-sum 0.
local function can_reach_0(a)
  for _, option in ipairs(options(a)) do
    if nim_sum(option.to) == 0 then return true end
  end
  return false
end

return game {
  name     = "staircase",
  title    = "Ordered piles",
  source   = "TopCoder, StoneGameStrategist",
  text     = "Piles in a row, none smaller than the one before it. Take any number from one pile, so that this "
          .. "stays true; whoever makes the last move wins.",
  position = piles("a"),
  valid = function(a)
    for i = 2, #a do
      if a[i] < a[i - 1] then return false end
    end
    return true
  end,
  moves = function(a)
    for i = 1, #a do
      local least = i > 1 and a[i - 1] or 0
      for t = 1, a[i] - least do move(a:with(i, a[i] - t)) end
    end
  end,
  closed_form = "staircase",
  example = { 2, 5, 9 },
  known = {
    grundy  = { { {4}, 4 }, { {3, 8}, 5 }, { {1, 2, 4}, 3 }, { {0, 1, 2, 4}, 3 } },
    outcome = { { {5, 5}, "P" }, { {1, 1, 2}, "P" }, { {1, 2, 2}, "N" }, { {1, 2, 3}, "P" }, { {0, 1, 4, 5}, "P" } },
  },
  claims = {
    { "equal piles in pairs are lost (I.1, I.2)", source = "Nim to win, 3.1", box = { 6, 6, 6, 6 },
      check = function(a) return a[1] ~= a[2] or a[3] ~= a[4] or outcome(a) == "P" end },
    { "lost is what has nim-sum 0", source = "Nim to win, 3.1, II.1", box = { 6, 6, 6, 6 },
      check = function(a) return (outcome(a) == "P") == (nim_sum(a) == 0) end },
    { "of an odd number of piles, too, with a pile of 0 on the left", source = "Nim to win, 3.1, II.2",
      box = { 9, 9, 9 }, check = function(a) return (outcome(a) == "P") == (nim_sum(a) == 0) end },
    { "with the pile of 0 on the right", source = "Nim to win, 3.1, II.2, read the other way",
      box = { 9, 9, 9 }, fails = { 1, 1, 2 },
      check = function(a) return (outcome(a) == "P") == ((a[2] - a[1]) ~ a[3] == 0) end },
    { "from nim-sum 0 of the differences every move leads to another",
      source = "Nim to win, 2.1, statement 1", box = { 6, 6, 6, 6 },
      check = function(a) return nim_sum(a) ~= 0 or not can_reach_0(a) end },
    { "from another nim-sum some move leads to 0", source = "Nim to win, 2.1, statement 2", box = { 6, 6, 6, 6 },
      check = function(a) return nim_sum(a) == 0 or can_reach_0(a) end },
  },
}
