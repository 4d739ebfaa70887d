return game {
  name     = "subtract-a-square",
  title    = "Subtract a square",
  source   = "R. A. Epstein (1967), The Theory of Gambling and Statistical Logic; OEIS A014586, A030193",
  text     = "One heap. Take a square number: 1, 4, 9, ...; whoever takes the last one wins.",
  position = { "n" },
  moves = function(n)
    for root = 1, n do
      if root * root > n then break end
      move(n - root * root)
    end
  end,
  example = { 41 },
  known = {
    outcome = { { 2, "P" }, { 5, "P" }, { 7, "P" }, { 9, "N" }, { 39, "P" }, { 130, "P" } },
  },
}
