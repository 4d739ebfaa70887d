-- A table of claims: what a document says, what Bouton computes, and whether the two agree.
--
--   local claims = dofile(... "/table/claims.lua")
--   claims.open("W. A. Wythoff (1907)")
--   claims.place("theorem 2")
--   claims.check("(0,0) is P", "P", true)
--   claims.unchecked("a claim", "why it cannot be checked")
--   claims.close()

local claims = {}
local counts = { holds = 0, FAILS = 0, unchecked = 0 }

local function line(verdict, claim, computed)
  counts[verdict] = counts[verdict] + 1
  print(("%-9s  %-72s  %s"):format(verdict, claim, computed))
end

function claims.open(document)
  print(document)
  print()
  print(("%-9s  %-72s  %s"):format("verdict", "claim", "Bouton computes"))
end

--- The place in the document of the claims that follow.
function claims.place(where)
  print("in " .. where)
end

--- `computed`: what was found, with the smallest counterexample where the claim fails.
function claims.check(claim, computed, holds)
  line(holds and "holds" or "FAILS", claim, computed)
end

--- Checks a claim about many things: `wrong` is the first for which it fails, or nil.
function claims.all(claim, range, wrong)
  line(wrong and "FAILS" or "holds", claim, wrong and "first wrong: " .. wrong or "no exception for " .. range)
end

function claims.unchecked(claim, why)
  line("unchecked", claim, why)
end

--- Prints how many there were of each verdict, and returns how many claims fail.
function claims.close()
  print()
  print(("%d claims hold, %d fail, %d cannot be checked"):format(counts.holds, counts.FAILS, counts.unchecked))
  return counts.FAILS
end

return claims
