-- Wythoff's pairs in four ways: the integer square root, Newton steps for phi, the sieve, and the recurrence.
-- Whether they agree, what each costs, and where the published claims about them hold or fail.
--
--   bouton run scripts/reproduce/wythoff.lua

local bouton = require "bouton"
local ways = bouton.wythoff
local COUNT = 100000

local verdicts = { holds = 0, fails = 0 }

local function say(claim, computed, holds)
  local verdict = holds and "holds" or "fails"
  verdicts[verdict] = verdicts[verdict] + 1
  print(("%-62s  %-34s  %s"):format(claim, computed, verdict))
end

local function seconds(body)
  local start = os.clock()
  body()
  return os.clock() - start
end

--- The first n below COUNT at which two of the ways differ, or nil.
local function first_difference(sieve, recurrence)
  for n = 0, COUNT - 1 do
    local a = ways.a(n)
    if a ~= sieve[n + 1] or a ~= recurrence[n + 1] or a ~= ways.newton(n) then return n end
  end
end

--- The least n that so many Newton steps get wrong, among the Fibonacci numbers, where phi is hardest to tell.
local function first_wrong(steps)
  local n, following = 1, 2
  while n < 10^12 do
    if ways.newton(n, steps) ~= ways.a(n) then return n end
    n, following = following, n + following
  end
end

print(("%-62s  %-34s  %s"):format("claim", "computed", "verdict"))

local sieve, recurrence
local sieve_time = seconds(function() sieve = ways.sieve(COUNT) end)
local recurrence_time = seconds(function() recurrence = ways.recurrence(COUNT) end)
local difference = first_difference(sieve, recurrence)
say(("the four ways agree for n < %d"):format(COUNT), difference and "first difference at " .. difference or "no difference",
    difference == nil)

local wythoff = bouton.game("wythoff")
local wrong
for n = 0, 300 do
  local a = ways.a(n)
  if wythoff:grundy(a, a + n) ~= 0 then wrong = wrong or n end
end
say("(a_n, b_n) are P-positions, n <= 300", wrong and "first wrong n: " .. wrong or "all of them", wrong == nil)

for digits = 100, 500, 200 do
  local n = bouton.int(10) ^ digits + 7
  local a, steps = ways.newton(n)
  say(("2k + 1 right digits suffice, n = 10^%d + 7"):format(digits), steps .. " Newton steps", a == ways.a(n))
end

local published = { [0] = "r = 0 suffices up to 10^3", "r = 1 suffices up to 10^6", "r = 2 suffices up to 10^12" }
for steps = 0, 2 do
  local n = first_wrong(steps)
  say("published: " .. published[steps], n and "first wrong n: " .. n or "none found", n == nil)
end

say("published: from (19,26) take 7 from both", "to (11,18): 8 from both", wythoff:outcome(19 - 7, 26 - 7) == "P")
say("from (19,26) take 8 from both", "(11,18) is " .. wythoff:outcome(11, 18), wythoff:outcome(11, 18) == "P")
say("at (0,0) the player to move has lost", "(0,0) is " .. wythoff:outcome(0, 0), wythoff:outcome(0, 0) == "P")

print()
print("what it costs")
local big = bouton.int(10) ^ 1000
local ROUNDS = 100
print(("  sieve, %d pairs             %8.4f s"):format(COUNT, sieve_time))
print(("  recurrence, %d pairs        %8.4f s"):format(COUNT, recurrence_time))
print(("  square root, 1000 digits, once  %8.6f s"):format(seconds(function() for _ = 1, ROUNDS do ways.a(big) end end) / ROUNDS))
print(("  Newton, 1000 digits, once       %8.6f s"):format(seconds(function() for _ = 1, ROUNDS do ways.newton(big) end end) / ROUNDS))
print()
print(("%d claims hold, %d fail"):format(verdicts.holds, verdicts.fails))
