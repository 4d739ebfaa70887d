-- The sequence H of a take-away game, step by step, and a pile as the sum of its terms.
--
--   bouton run scripts/reproduce/take-away-sequence.lua [F [N]]
--
-- F is an expression in x (2*x), N a number of things (12).

local bouton = require "bouton"
local f, n = arg[1] or "2*x", math.tointeger(arg[2] or 12)
assert(n and n >= 1, "N is an integer >= 1")
local game = bouton.game("take-away", { f = f })

local digits, terms = {}, bouton.take_away.sum(game, n)
local sequence = bouton.take_away.sequence(game, n)
print("f(x) = " .. f)
print("H_1 = 1")
for k = 2, #sequence do
  local term = sequence[k]
  print(("H_%d = H_%d + H_%d = %s + %s = %s"):format(k, k - 1, term.m, sequence[k - 1].H, term.added, term.H))
end
for k = #sequence, 1, -1 do
  local times = 0
  for _, term in ipairs(terms) do times = times + (term == sequence[k].H and 1 or 0) end
  digits[#digits + 1] = times
end
print(("%d = %s, in binary %s, |%d| = %d"):format(n, table.concat(terms, " + "), table.concat(digits), n, #terms))
if #terms == 1 then
  print("who moves first loses")
else
  print(("who moves first wins by taking %s"):format(terms[#terms]))
end
