local set = param("set", { 1, 2 }, "how many may not be taken")

local refused = {}
for i = 1, #set do refused[set[i]] = true end

return game {
  name     = "all-but",
  title    = "All-but Nim",
  source   = "A. A. Siegel (2005), Finite Excluded Subtraction Sets and Infinite Modular Nim, Dalhousie University",
  text     = "A heap of n. Take any number from it but those of the set; whoever cannot move loses. Without the "
          .. "numbers 1 to k the value is n // (k + 1).",
  position = { "n" },
  moves = function(n)
    for t = 1, n do
      if not refused[t] then move(n - t) end
    end
  end,
  example = { { 7 }, { 12 }, { 25 } },
  known   = { grundy = { { 2, 0 }, { 3, 1 }, { 5, 1 }, { 6, 2 }, { 20, 6 } } },
  claims  = {
    { "where 1 to k may not be taken and all else may, the value is n // (k + 1)", box = { 100 },
      check = function(n)
        for t = 1, #set do
          if not refused[t] then return true end
        end
        return grundy(n) == n // (#set + 1)
      end },
  },
}
