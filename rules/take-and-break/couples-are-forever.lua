return game {
  name     = "couples-are-forever",
  title    = "Couples are Forever",
  source   = "I. Caines, C. Gates, R. K. Guy, R. J. Nowakowski (1999), Periods in taking and splitting games, Amer. "
          .. "Math. Monthly 106:359-361",
  text     = "Split a heap in two, of any size but 2: a couple stays together. Whoever cannot move loses. No period "
          .. "of the Grundy values is known.",
  position = { "n" },
  moves = function(n)
    if n == 2 then return end
    for k = 1, n // 2 do split(k, n - k) end
  end,
  example = { 14 },
  known   = {
    grundy = {
      { 1, 0 }, { 2, 0 }, { 3, 1 }, { 4, 2 }, { 5, 0 }, { 8, 3 }, { 12, 4 }, { 13, 0 }, { 25, 5 }, { 49, 8 }, { 59, 2 },
    },
  },
}
