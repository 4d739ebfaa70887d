local function is_prime(n)
  if n < 2 then return false end
  local d = 2
  while d * d <= n do
    if n % d == 0 then return false end
    d = d + 1
  end
  return true
end

return game {
  name     = "subtract-a-prime",
  title    = "Subtract a prime",
  source   = "The On-Line Encyclopedia of Integer Sequences, A025043 (the lost heaps)",
  text     = "A heap of n. Take a prime number of things; whoever cannot move loses.",
  position = { "n" },
  moves = function(n)
    for t = 2, n do
      if is_prime(t) then move(n - t) end
    end
  end,
  example = { 40 },
  -- No value above 11 is known; the first heap of value 11 is 156.
  known   = {
    grundy = {
      { 1, 0 }, { 2, 1 }, { 4, 2 }, { 8, 4 }, { 9, 0 }, { 10, 0 }, { 19, 5 }, { 25, 0 }, { 34, 0 }, { 43, 8 },
      { 67, 10 }, { 156, 11 },
    },
  },
}
