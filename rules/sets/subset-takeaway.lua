-- A position is the list of the sets that are left, each a number whose binary digits are its elements, in order.

return game {
  name     = "subset-takeaway",
  title    = "Subset takeaway",
  source   = "D. Gale, A. Neyman (1982), Nim-type games, International Journal of Game Theory 11:17-20",
  text     = "Some sets. Name one, and with it go all that contain it; whoever cannot name one loses. A number n is "
          .. "all subsets of n things but the empty one and the whole; all of these are lost for n up to 6.",
  position = value(),
  start    = function(n)
    local sets = {}
    for set = 1, (1 << n) - 2 do sets[set] = set end
    return sets
  end,
  example  = { 1, 2, 3, 4, 5, 6 },
  valid    = function(sets)
    if type(sets) ~= "table" then return false end
    for i, set in ipairs(sets) do
      if math.type(set) ~= "integer" or set < 1 or i > 1 and set <= sets[i - 1] then return false end
    end
    return true
  end,
  moves = function(sets)
    for _, named in ipairs(sets) do
      local left = {}
      for _, set in ipairs(sets) do
        if set & named ~= named then left[#left + 1] = set end
      end
      move(left)
    end
  end,
  known = {
    grundy  = { { {}, 0 }, { { 1 }, 1 }, { { 1, 2 }, 0 }, { { 1, 3 }, 2 }, { { 1, 2, 3 }, 2 } },
    outcome = { { { 1, 2, 3, 4, 5, 6 }, "P" }, { { 1, 2, 3, 4, 5, 6, 7 }, "N" }, { { 1, 2, 4 }, "N" } },
  },
}
