local base = param("base", 10, "in which base the number is written")

assert(base >= 2, "base must be at least 2")

return game {
  name     = "subtract-a-digit",
  title    = "Subtract a digit",
  source   = "Traditional",
  text     = "A number n. Subtract from it one of its digits other than 0; whoever cannot move loses, and so does "
          .. "who has a number that ends in 0.",
  position = { "n" },
  moves = function(n)
    local rest = n
    while rest > 0 do
      if rest % base > 0 then move(n - rest % base) end
      rest = rest // base
    end
  end,
  example = { 57 },
  known   = {
    grundy  = { { 0, 0 }, { 7, 1 }, { 10, 0 } },
    outcome = { { 57, "N" }, { 90, "P" }, { 101, "N" }, { 110, "P" } },
  },
  claims  = {
    { "lost are the numbers that end in 0", box = { 400 },
      check = function(n) return (outcome(n) == "P") == (n % base == 0) end },
  },
}
