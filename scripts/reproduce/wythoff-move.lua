-- The direct algorithm at one position, step by step: B. Verkhovsky (2010), Int. J. Communications, Network and System Sciences 3:793-800,
-- sections 9 to 13, on integers of any size.
--
--   bouton run scripts/reproduce/wythoff-move.lua S L

local bouton = require "bouton"
local ways = bouton.wythoff

if not arg[2] then error("two heaps are needed: wythoff-move.lua S L", 0) end
local read = ways.read(bouton.int(arg[1]), bouton.int(arg[2]))

local function say(...) print(string.format(...)) end
local function text(x) return tostring(x) end

--- "15 = b_6, as ceil(15/phi) = 10 and a_10 = 16, but ceil(15/phi^2) = 6"
local function index_equations(S)
  if S == 0 then return "0 = a_0" end
  local multiple = ways.a(S)
  local k, i = multiple + 1 - S, 2 * S - multiple
  local a_k, a_i = ways.a(k), ways.a(i)
  if a_k == S then return ("%s = a_%s: the least k with k phi > %s is %s, and a_%s = %s"):format(text(S), text(k), text(S), text(k), text(k), text(a_k)) end
  return ("%s = b_%s: the least k with k phi > %s is %s, but a_%s = %s; the least i with i phi^2 > %s is %s, and b_%s = %s"):format(
    text(S), text(i), text(S), text(k), text(k), text(a_k), text(S), text(i), text(i), text(a_i + i))
end

local names = {
  A = "(a_m, b_m): a pair",
  B = "(a_i, a_j): two lower numbers",
  C = "(a_i, b_j): a lower and an upper number of different pairs",
  D = "(b_i, a_j): an upper and a lower number",
  E = "(b_i, b_j): two upper numbers",
}
say("(S, L) = (%s, %s)", text(read.S), text(read.L))
say("  %s", index_equations(read.S))
say("  %s", index_equations(read.L))
say("case %s, %s", read.state, names[read.state])
say("A1  m = L - S = %s", text(read.m))
say("A2  a_m = floor(m phi) = %s", text(read.a))
if not read.to then
  say("    S = a_m: this is the pair (a_m, b_m); whoever is to move loses")
elseif read.S > read.a then
  say("A3  S > a_m: take S - a_m = %s from both heaps", text(read.S - read.a))
elseif read.S_is == "a" then
  say("A4  S < a_m and S = a_k with k = %s < m: bring L down to b_k", text(read.S_index))
else
  say("A4  S < a_m and S = b_i with i = %s < m: bring L down to a_i", text(read.S_index))
end
if read.to then say("move to (%s, %s)", text(read.to[1]), text(read.to[2])) end
