local whole = param("whole", 1, "1 if a whole heap may be taken, 0 if only smaller divisors")

assert(whole == 0 or whole == 1, "whole must be 0 or 1")

return game {
  name     = "dim",
  title    = "Dim",
  source   = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 4",
  text     = "A heap of n. Take a divisor of n; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for t = 1, n do
      if n % t == 0 and (t < n or whole == 1) then move(n - t) end
    end
  end,
  example = { { 6 }, { 8 }, { 20 } },
  known   = { grundy = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 1 }, { 4, 3 }, { 12, 3 }, { 24, 4 }, { 64, 7 } } },
  claims  = {
    { "the value is the number of times that n can be halved, and one more where whole heaps may be taken",
      source = "Winning Ways, ch. 4", box = { { 1, 200 } },
      check = function(n)
        local halvings = 0
        while n % 2 ^ (halvings + 1) == 0 do halvings = halvings + 1 end
        return grundy(n) == halvings + whole
      end },
  },
}
