return variant("dim", {
  name    = "aliquot",
  title   = "Aliquot",
  source  = "D. L. Silverman (1971), Your Move; T. S. Ferguson, Game Theory, part I, section 3.5",
  text    = "A heap of n. Take a divisor of n that is less than n; whoever cannot move loses. The value is the "
         .. "number of times that n can be halved.",
  params  = { whole = 0 },
  example = { 24 },
  known   = { grundy = { { 1, 0 }, { 2, 1 }, { 3, 0 }, { 4, 2 }, { 9, 0 }, { 12, 2 }, { 24, 3 }, { 64, 6 } } },
  claims  = {
    { "the value is the number of times that n can be halved", source = "Ferguson", box = { { 1, 200 } },
      check = function(n)
        local halvings = 0
        while n % 2 ^ (halvings + 1) == 0 do halvings = halvings + 1 end
        return grundy(n) == halvings
      end },
  },
})
