-- The number of ones of n in binary is odd.
local function is_odious(n)
  local odd = false
  while n > 0 do
    if n % 2 == 1 then odd = not odd end
    n = n // 2
  end
  return odd
end

return variant("turning", {
  name   = "triplets",
  title  = "Triplets",
  source = "E. R. Berlekamp, J. H. Conway, R. K. Guy (1982), Winning Ways, ch. 14",
  text   = "Coins in a row, at places 1, 2, 3, ... Turn exactly three, anywhere; the rightmost of them must go from "
        .. "heads to tails. Whoever cannot move loses. A row is the sum of its heads. From place 3 on, coins have "
        .. "the values of Mock Turtles, the odious numbers, two places later.",
  params = { coins = { 3 } },
  known  = {
    grundy = { { 1, 0 }, { 2, 0 }, { 3, 1 }, { 4, 2 }, { 5, 4 }, { 6, 7 }, { 7, 8 }, { 8, 11 }, { 9, 13 }, { 20, 35 } },
  },
  claims = {
    { "the coin at place n >= 3 has the odious one of 2n - 6 and 2n - 5", source = "Winning Ways, ch. 14",
      box = { { 3, 40 } },
      check = function(n) return grundy(n) == 2 * n - 6 + (is_odious(2 * n - 6) and 0 or 1) end },
  },
})
