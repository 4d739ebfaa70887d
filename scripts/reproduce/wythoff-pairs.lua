-- The Wythoff pairs, three ways, step by step: the mex rule, the sieve (steps L1 to L6) and the recurrence (steps W1 to W3) of
-- B. Verkhovsky (2010), Int. J. Communications, Network and System Sciences 3:793-800.
--
--   bouton run scripts/reproduce/wythoff-pairs.lua [COUNT]

local ways = require("bouton").wythoff

local count = math.tointeger(tonumber(arg[1] or "18"))
if not count or count < 1 then error("COUNT is a number of pairs, at least 1", 0) end
local mex, sieve, recurrence = ways.pairs(count), ways.sieve_steps(count), ways.recurrence_steps(count)

print("mex: a_n is the least positive integer that stands in no pair before; b_n = a_n + n")
local rows = { { "n" }, { "a_n" }, { "b_n" } }
for n = 1, count do
  rows[1][n + 1], rows[2][n + 1], rows[3][n + 1] = n, mex[n].a, mex[n].b
end
for _, row in ipairs(rows) do
  local line = ("%-4s"):format(row[1])
  for n = 1, count do line = line .. ("%5d"):format(row[n + 1]) end
  print(line)
end

print()
print("sieve: J = { j < n : b_j > a_(n-1) }, u = the least x > a_(n-1) that is not a b_j with j in J; a_n = u, b_n = a_n + n")
print("   n  J            u    a_n    b_n")
for n, step in ipairs(sieve) do
  local J = step.first > step.last and "{}" or step.first == step.last and ("{%d}"):format(step.first)
    or ("{%d..%d}"):format(step.first, step.last)
  print(("%4d  %-10s%4d%7d%7d"):format(n, J, step.u, step.a, step.b))
end

print()
print("recurrence: a_(n+1) = c_n + 1; if c_n + 2 is b_(j_n + 1), then c_(n+1) = c_n + 2 and j_(n+1) = j_n + 1, else c_(n+1) = c_n + 1")
print("   n    a_n    b_n    c_n    j_n")
for n, step in ipairs(recurrence) do print(("%4d%7d%7d%7d%7d"):format(n, step.a, step.b, step.c, step.j)) end
