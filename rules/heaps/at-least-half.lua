return game {
  name     = "at-least-half",
  title    = "At least half",
  source   = "T. S. Ferguson, Game Theory, part I, section 3.3",
  text     = "A heap of n. Take at least half of it; whoever cannot move loses. The value is the number of binary "
          .. "digits of n.",
  position = { "n" },
  moves = function(n)
    for t = (n + 1) // 2, n do
      if t > 0 then move(n - t) end
    end
  end,
  example = { { 3 }, { 6 }, { 24 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 2 }, { 4, 3 }, { 7, 3 }, { 8, 4 }, { 24, 5 } } },
  claims  = {
    { "the value is the number of binary digits", source = "Ferguson", box = { 130 },
      check = function(n)
        local digits = 0
        while n >> digits > 0 do digits = digits + 1 end
        return grundy(n) == digits
      end },
  },
}
