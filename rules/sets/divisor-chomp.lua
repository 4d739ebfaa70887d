-- A position is the list of the divisors that may still be named.

return game {
  name     = "divisor-chomp",
  title    = "Schuh's Game of Divisors",
  source   = "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)",
  text     = [[Name a divisor of a number, but none of which a divisor was named before: naming a divisor takes away its
multiples. Who has to name 1 loses; so 1 is left out, and who cannot move loses. With two primes this is Chomp, with
more it is Chomp in as many dimensions. A number is all its divisors to begin with; other positions are lists of
divisors. For every number but 1 the first player wins: by naming the number itself, or else by what answers that.]],
  position = value(),
  start    = function(n)
    local divisors = {}
    for d = 2, n do
      if n % d == 0 then divisors[#divisors + 1] = d end
    end
    return divisors
  end,
  example  = { 2, 3, 4, 6, 9, 12, 18, 36 },
  valid    = function(divisors)
    if type(divisors) ~= "table" then return false end
    for i, d in ipairs(divisors) do
      if math.type(d) ~= "integer" or d < 2 or i > 1 and d <= divisors[i - 1] then return false end
    end
    return true
  end,
  moves = function(divisors)
    for _, named in ipairs(divisors) do
      local left = {}
      for _, d in ipairs(divisors) do
        if d % named ~= 0 then left[#left + 1] = d end
      end
      move(left)
    end
  end,
  -- Powers of a prime are a heap of nim; of 36 only 6 wins, which leaves two equal ones.
  known = {
    grundy = {
      { {}, 0 }, { { 2, 4, 8 }, 3 }, { { 2, 3 }, 0 }, { { 2, 3, 4, 9 }, 0 }, { { 2, 3, 4 }, 3 },
      { { 5, 25, 125, 625 }, 4 },
    },
    outcome = {
      { { 2, 3, 4, 6 }, "P" }, { { 2, 3, 6 }, "N" }, { { 2, 3, 4, 6, 12 }, "N" },
      { { 2, 3, 5, 6, 10, 15, 30 }, "N" }, { { 2, 3, 5, 6, 10, 15 }, "P" },
    },
  },
}
