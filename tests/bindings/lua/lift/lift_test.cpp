// Source in, program out.
#include "bindings/lua/lift/lift.h"

#include <gtest/gtest.h>

#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

struct Case {
  const char* name;
  Shape shape;
  const char* source;
  const char* text;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const Shape kHeap{{"n"}};
const Shape kTwo{{"S", "L"}};
Shape piles(std::size_t n) { return {{"a"}, n, true}; }

const Case kLifted[] = {
    {"Wythoff", kTwo,
     R"(return function(S, L)
  for t = 1, S do move.horizontal(S - t, L) end
  for t = 1, L do move.vertical(S, L - t) end
  for t = 1, math.min(S, L) do move.diagonal(S - t, L - t) end
end)",
     R"(line 2: horizontal  t in 1..S         -> (S - t, L)
line 3: vertical    t in 1..L         -> (S, L - t)
line 4: diagonal    t in 1..min(S, L) -> (S - t, L - t)
)"},
    {"Guards",
     {{"p", "r"}},
     R"(return function(p, r)
  if r > 1 and r - 1 <= p then move.fewer(p - (r - 1), r - 1) end
  if r <= p then move.same(p - r, r) end
  if r + 1 <= p then move.more(p - (r + 1), r + 1) end
end)",
     R"(line 2: fewer  if r > 1 and r - 1 <= p -> (p - (r - 1), r - 1)
line 3: same   if r <= p               -> (p - r, r)
line 4: more   if r + 1 <= p           -> (p - (r + 1), r + 1)
)"},
    {"NamesMadeOfValues", kTwo,
     R"(return function(S, L)
  local side = "side_" .. L
  for t = 1, S do
    local name = "take_" .. t
    move[name](S - t, L)
    move[side .. "_" .. t * 2](S - t, L)
    split["cut" .. 1 .. "_" .. t]({ S - t, 0 }, { 0, L })
  end
  if S > L then side = "other_" .. S end
  move["whole" .. 7](0, L)
end)",
     R"(line 5:  take_<t>          t in 1..S -> (S - t, L)
line 6:  side_<L>_<t * 2>  t in 1..S -> (S - t, L)
line 7:  cut1_<t>          t in 1..S -> (S - t, 0) + (0, L)
line 10: whole7                      -> (0, L)
)"},
    {"CapturedFunction",
     {{"n", "limit"}},
     R"(local f = function(x) return 2 * x end
return function(n, limit)
  for t = 1, math.min(limit, n) do move(n - t, math.max(f(t), 0)) end
end)",
     "line 3: move  t in 1..min(limit, n) -> (n - t, max(t * 2, 0))\n"},
    {"CapturedList", kHeap,
     R"(local set = { 1, 2, 3 }
return function(n)
  for i = 1, #set do if set[i] <= n then move(n - set[i]) end end
  for _, s in ipairs(set) do if s > n then break end move.again(n - s) end
end)",
     R"(line 3: move   i in 1..3, if {1, 2, 3}[i] <= n -> (n - {1, 2, 3}[i])
line 4: leave  i in 1..3, if n < {1, 2, 3}[i]
line 4: again  i in 1..3                       -> (n - {1, 2, 3}[i])
)"},
    {"EmptyListAndFoldedParameter", kHeap,
     R"(local set, mode = {}, "with"
return function(n)
  for i = 1, #set do move(n - set[i]) end
  if mode == "with" then move(n // 2) else move(n / 2) end
end)",
     "line 4: move -> (n // 2)\n"},
    {"ListOfDirections", kTwo,
     R"(local directions = { {1, 0}, {1, 2} }
return function(S, L)
  for _, d in ipairs(directions) do
    for t = 1, S do move(S - t * d[1], L - t * d[2]) end
  end
end)",
     R"(line 4: move  t in 1..S -> (S - t, L)
line 4: move  t in 1..S -> (S - t, L - t * 2)
)"},
    {"SparseTable", kTwo,
     R"(local blocked = { [2] = { [3] = true } }
return function(S, L)
  for t = 1, S do
    if blocked[S - t] and blocked[S - t][L] then break end
    move(S - t, L)
  end
end)",
     R"(line 4: leave  t in 1..S, if S - t == 2 and L == 3
line 5: move   t in 1..S -> (S - t, L)
)"},
    {"Split", kHeap, "return function(n) for k = 1, (n - 1) // 2 do split.parts(k, n - k) end end",
     "line 1: parts  k in 1..(n - 1) // 2 -> (k) + (n - k)\n"},
    {"WhileThatCounts", kTwo,
     R"(return function(S, L)
  local t = 1
  while t <= S do
    if (t + L) % 3 ~= 0 then move(S - t, L) end
    t = t + 1
  end
end)",
     "line 4: move  t in 1..S, if (t + L) % 3 ~= 0 -> (S - t, L)\n"},
    {"WhileThatCountsDown", kHeap, "return function(n) local k = n while k > 0 do k = k - 1 move(k) end end",
     "line 1: move  k in n..1 by -1 -> (k - 1)\n"},
    {"WhileWithoutABound", kHeap,
     R"(return function(n)
  local k = 1
  while k * k <= n do move(n - k * k); k = k + 1 end
end)",
     R"(line 3: leave  k in 1.., if n < k * k
line 3: move   k in 1.. -> (n - k * k)
)"},
    {"BreakContinueAndReturn", kTwo,
     R"(return function(S, L)
  for t = 1, S do
    if t == L then break end
    if t % 2 == 0 then goto continue end
    if t == 7 then return end
    move(S - t, L)
    ::continue::
  end
  move.last(S, 0)
end)",
     R"(line 3: leave   t in 1..S, if t == L
line 5: return  t in 1..S, if t % 2 ~= 0, if t == 7
line 6: move    t in 1..S, if t % 2 ~= 0 -> (S - t, L)
line 9: last                             -> (S, 0)
)"},
    {"LocalsThatChange", kTwo,
     R"(return function(S, L)
  local k = 1
  for t = 1, S do
    k = k * 2
    if k > L then break end
    move(S - t, k)
  end
end)",
     R"(line 3: k = 1
line 3: k = k * 2  t in 1..S, if L < k * 2
line 5: leave      t in 1..S, if L < k * 2
line 6: move       t in 1..S -> (S - t, k * 2)
line 3: k = k * 2  t in 1..S
)"},
    {"FoundInALoop", kTwo,
     R"(local list = { 3, 5 }
local function has(x)
  for i = 1, #list do if list[i] == x then return true end end
  return false
end
return function(S, L)
  for t = 1, S do if not has(S - t) then move(S - t, L) end end
end)",
     R"(line 3: left = 0  t in 1..S
line 3: left = 1  t in 1..S, i in 1..2, if {3, 5}[i] == S - t
line 3: leave     t in 1..S, i in 1..2, if {3, 5}[i] == S - t
line 7: move      t in 1..S, if not left -> (S - t, L)
)"},
    {"AndOrAsValues", kTwo, "return function(S, L) local x = S < L and S or L move(x, math.max(S, L, 3)) end",
     "line 1: move -> (min(S, L), max(S, L, 3))\n"},
    {"DivisionThatMayFail", kTwo, "return function(S, L) if L ~= 0 and S % L == 0 then move(S // L, 0) end move(S // L, 1) end",
     R"(line 1: move  if L ~= 0 and S % L == 0 -> (S // L, 0)
line 1: move                           -> (S // L, 1)
)"},
    {"VariableThatIsNilOrAnInteger", kTwo,
     R"(return function(S, L)
  local best
  if S > L then best = S - L end
  if best then move(best, 0) end
end)",
     "line 4: move  if L < S -> (S - L, 0)\n"},
    {"PilesWith", piles(3),
     R"(return function(a)
  for i = 1, #a do
    local least = i > 1 and a[i - 1] or 0
    for t = 1, a[i] - least do move(a:with(i, a[i] - t)) end
  end
end)",
     R"(line 4: move  t in 1..a[1]        -> (a[1] - t, a[2], a[3])
line 4: move  t in 1..a[2] - a[1] -> (a[1], a[2] - t, a[3])
line 4: move  t in 1..a[3] - a[2] -> (a[1], a[2], a[3] - t)
)"},
    {"PilesWithoutAndInsert", piles(2),
     R"(return function(a)
  for i, v in ipairs(a) do
    if v == 0 then move.gone(a:without(i)) end
    for k = 1, v - 1 do move.cut(a:with(i, k):insert(i + 1, v - k)) end
  end
end)",
     R"(line 3: gone  if a[1] == 0     -> (a[2])
line 4: cut   k in 1..a[1] - 1 -> (k, a[1] - k, a[2])
line 3: gone  if a[2] == 0     -> (a[1])
line 4: cut   k in 1..a[2] - 1 -> (a[1], k, a[2] - k)
)"},
    {"ListMadeForEachMove", piles(2),
     R"(return function(a)
  for i = 1, #a do
    for j = 1, a[i] do
      local left = {}
      for row = 1, #a do left[row] = row < i and a[row] or math.min(a[row], j - 1) end
      move(left)
    end
  end
end)",
     R"(line 6: move  j in 1..a[1] -> (min(a[1], j - 1), min(a[2], j - 1))
line 6: move  j in 1..a[2] -> (a[1], min(a[2], j - 1))
)"},
    {"Recursion", piles(2),
     R"(local function take(a, first, most)
  for i = first, #a do
    for t = 1, a[i] do
      local b = a:with(i, a[i] - t)
      move(b)
      if most > 1 then take(b, i + 1, most - 1) end
    end
  end
end
return function(a) take(a, 1, 2) end)",
     R"(line 5: move  t in 1..a[1]                -> (a[1] - t, a[2])
line 5: move  t in 1..a[1], t2 in 1..a[2] -> (a[1] - t, a[2] - t2)
line 5: move  t in 1..a[2]                -> (a[1], a[2] - t)
)"},
    {"PileThatDependsOnThePosition", piles(2),
     R"(return function(a)
  local first
  for i = 1, #a do if a[i] > 0 then first = first or i end end
  if first then move(a:with(first, 0)) end
end)",
     "line 4: move  if a[1] > 0 or a[2] > 0 -> (min(0, a[1]), a[1] <= 0 and 0 or a[2])\n"},
    {"LocalFunctionAndTailCall", kTwo,
     R"(return function(S, L)
  local done = 0
  local function once(x) done = done + 1 move(x, done) end
  once(S - 1)
  return once(L - 1)
end)",
     R"(line 3: move -> (S - 1, 1)
line 3: move -> (L - 1, 2)
)"},
    {"AnErrorIsATrap", kTwo,
     R"(return function(S, L)
  assert(S > 0, "no")
  if L == 9 then error("nine") end
  move(S - 1)
end)",
     R"(line 2: error = 1 // 0   if S <= 0
line 3: error2 = 1 // 0  if L == 9
line 4: error3 = 1 // 0
)"},
    {"NamesThatMeetAreToldApart", kTwo, "return function(S, L) for t = 1, S do for t = 1, L do move(t, S) end end end",
     "line 1: move  t in 1..S, t2 in 1..L -> (t2, S)\n"},
};

class Lifted : public ::testing::TestWithParam<Case> {};
TEST_P(Lifted, IsTheProgram) {
  RuleFunction rule(GetParam().source, GetParam().shape);
  EXPECT_EQ(rule.text(), GetParam().text);
}
INSTANTIATE_TEST_SUITE_P(Lift, Lifted, ::testing::ValuesIn(kLifted), [](const auto& info) { return info.param.name; });

// clang-format off
const Case kRefused[] = {
    {"Division", kTwo, "return function(S, L)\n  move(S / 2, L)\nend", "moves, line 2: a division that gives a float (/); integer division is //"},
    {"Float", kTwo, "return function(S, L)\n  move(S * 0.5, L)\nend", "moves, line 2: a float (integer division is //)"},
    {"Huge", kTwo, "return function(S, L)\n  for t = 1, math.huge do if t > S then break end move(S - t, L) end\nend", "moves, line 2: a loop over floats (integer division is //)"},
    {"Power", kTwo, "return function(S, L) move(S ^ 2, L) end", "moves, line 1: a power (^), which gives a float; write the multiplications"},
    {"Concatenation", kTwo, "return function(S, L)\n  local s = S .. 0.5\n  move(S, L)\nend", "moves, line 2: a concatenation with a float"},
    {"TextOfALoop", kTwo, "return function(S, L)\n  local s = ''\n  for t = 1, S do s = s .. t end\n  move[s](S, L)\nend", "moves, line 3: a variable that a loop sets to values of different kinds"},
    {"ComparisonOfMadeTexts", kTwo, "return function(S, L)\n  if 'a' .. S == 'a1' then move(S, L) end\nend", "moves, line 2: a comparison of a text that is made of values"},
    {"UnknownCall", kTwo, "local function helper(x)\n  return string.format('%d', x)\nend\nreturn function(S, L) move(helper(S), L) end", "helper, line 2: a call to string.format"},
    {"Coroutine", kTwo, "return function(S, L)\n\n  coroutine.wrap(print)()\nend", "moves, line 3: a call to coroutine.wrap"},
    {"Varargs", kTwo, "return function(...) move(...) end", "moves, line 1: a variable number of arguments (...)"},
    {"CapturedVariableAssigned", kTwo, "local count = 0\nreturn function(S, L)\n  count = count + 1\n  move(S, L)\nend", "moves, line 3: an assignment to the captured variable count"},
    {"GlobalAssigned", kTwo, "return function(S, L)\n  x = S\nend", "moves, line 2: an assignment to the global variable x"},
    {"LoopThatDoesNotCount", kTwo, "return function(S, L)\n  while S > 0 do\n    S = S // 2\n    move(S, L)\n  end\nend", "moves, line 2: a loop that does not count (while, repeat or goto)"},
    {"TableForEachPosition", kTwo, "return function(S, L)\n  local seen = {}\n  for t = 1, S do seen[t] = true end\n  move(S, L)\nend", "moves, line 3: a list indexed by a value that changes"},
    {"NamedFields", kTwo, "return function(S, L)\n  local p = { x = S }\n  move(p.x, L)\nend", "moves, line 2: a table with named fields, made for each position"},
    {"ListThatGrowsInALoop", piles(2), "return function(a)\n  local b = {}\n  for t = 1, a[1] do b[#b + 1] = t end\n  move(b)\nend", "moves, line 3: a list that grows in a loop"},
    {"Pairs", kTwo, "return function(S, L)\n  for k, v in pairs({ 1 }) do move(v, L) end\nend", "moves, line 2: a call to pairs (go through a list with ipairs)"},
    {"OtherIterators", kTwo, "return function(S, L)\n  for k in next, { 1 } do move(k, L) end\nend", "moves, line 2: a loop over something other than ipairs of a list"},
    {"PilesAssigned", piles(2), "return function(a)\n  a[1] = 0\n  move(a)\nend", "moves, line 2: an assignment to the list of piles (a:with(i, v) is a changed copy)"},
    {"CapturedTableAssigned", kTwo, "local cache = {}\nreturn function(S, L)\n  cache[1] = S\n  move(S, L)\nend", "moves, line 3: an assignment to a table that was made before (cache)"},
    {"StringMethod", kTwo, "local code = '077'\nreturn function(S, L)\n  move(code:byte(1), L)\nend", "moves, line 3: a method of a string"},
    {"EndlessRecursion", kTwo, "local function f(x)\n  return f(x + 1)\nend\nreturn function(S, L) move(f(S), L) end", "f, line 2: a recursion as deep as that of f"},
    {"ComparisonOfStrings", kTwo, "return function(S, L)\n  if 'a' < 'b' then move(S, L) end\nend", "moves, line 2: a comparison of strings"},
};

class Refused : public ::testing::TestWithParam<Case> {};
TEST_P(Refused, NamesConstructFunctionAndLine) {
  RuleFunction rule(GetParam().source, GetParam().shape);
  EXPECT_EQ(rule.text(), std::string("refused: ") + GetParam().text + "\n");
}
INSTANTIATE_TEST_SUITE_P(Lift, Refused, ::testing::ValuesIn(kRefused), [](const auto& info) { return info.param.name; });

struct ResultsCase {
  const char* name;
  Shape shape;
  Results results;
  const char* source;
};

void PrintTo(const ResultsCase& c, std::ostream* out) { *out << c.name; }

const ResultsCase kWithResults[] = {
    {"ValidOfPiles", piles(4), Results::truth,
     "return function(a) for i = 2, #a do if a[i] > a[i - 1] then return false end end return true end"},
    {"ValidOfWelter", piles(3), Results::truth,
     "return function(a) for i = 2, #a do for j = 1, i - 1 do if a[i] == a[j] then return false end end end return true end"},
    {"ValidThatReturnsNothing", kTwo, Results::truth, "return function(S, L) if S > L then return true end end"},
    {"ValidInALoop", kTwo, Results::truth,
     "return function(S, L) for t = 1, S do if t * t == L then return true end end return S == 0 and nil end"},
    {"Start", kHeap, Results::integers, "return function(n) return n, math.max(n - 1, 0) end"},
    {"NormalizeCoordinates", kTwo, Results::integers, "return function(S, L) if S > L then S, L = L, S end return S, L end"},
    {"NormalizeToAList", piles(2), Results::integers, "return function(a) return { math.min(a[1], a[2]), math.max(a[1], a[2]) } end"},
    {"NormalizePiles", piles(3), Results::integers, "return function(a) return a:with(2, a[1] + a[3]) end"},
    {"Play", {{"S", "L", "goal"}}, Results::outcome,
     "return function(S, L, goal) if goal == 0 then return 'normal' elseif S > L then return 'draw' else return 'misere' end end"},
    {"PlayThroughALocal", kTwo, Results::outcome,
     "return function(S, L) local name = S > L and 'misere' or 'normal' for t = 1, S do if t == 5 then name = 'draw' end end return name end"},
    {"F", kHeap, Results::integers, "return function(x) if x % 2 == 0 then return x // 2 else return 3 * x + 1 end end"},
};

class WithResults : public ::testing::TestWithParam<ResultsCase> {};
TEST_P(WithResults, AgreesWithTheInterpreter) {
  RuleFunction rule(GetParam().source, GetParam().shape, GetParam().results);
  ASSERT_EQ(rule.problem(), "");
  const Result<MoveProgram> lifted = rule.lift();
  ASSERT_TRUE(lifted) << lifted.reason();
  const auto& program = *lifted;
  const std::size_t n = program.dimensions;
  const int values = n > 2 ? 4 : 12;
  int positions = 1;
  for (std::size_t i = 0; i < n; ++i) positions *= values;
  for (int k = 0; k < positions; ++k) {
    Position position;
    for (int rest = k, i = 0; i < static_cast<int>(n); ++i, rest /= values) position.push_back(rest % values);
    const std::optional<std::string> differs = difference(rule.interpret(position), run(program, position), GetParam().results);
    ASSERT_EQ(differs, std::nullopt) << bouton::to_string(PositionView(position)) << "\n" << to_string(program, rule.labels());
  }
}
INSTANTIATE_TEST_SUITE_P(Lift, WithResults, ::testing::ValuesIn(kWithResults), [](const auto& info) { return info.param.name; });

TEST(Lift, MovesMustNotBeNamedWhereResultsAreWanted) {
  RuleFunction rule("return function(n)\n  move(n)\n  return true\nend", kHeap, Results::truth);
  EXPECT_EQ(rule.text(), "refused: moves, line 2: a call to move outside of moves\n");
}

/// What a way out of a loop leaves in a variable is 0 on the other ways: the remainder that is computed from it on one way must
/// not be computed on another, where nobody asks for it.
TEST(Lift, ADivisorThatALoopFoundIsNotDividedByElsewhere) {
  RuleFunction rule(R"(return function(S, M)
  local w = (M + 1) % 6
  repeat
    local m
    for t = 1, M % 5 do if S == 0 then m = t break end end
    if m then split({ 3, m }, { M, S % m }) end
    w = w - 1
  until w <= 1
end)", {{"S", "M"}});
  const Result<MoveProgram> lifted = rule.lift();
  ASSERT_TRUE(lifted) << lifted.reason();
  for (Coordinate S = 0; S < 4; ++S)
    for (Coordinate M = 0; M < 12; ++M)
      EXPECT_EQ(difference(rule.interpret(Position{S, M}), run(*lifted, Position{S, M})), std::nullopt) << S << "," << M;
}

/// What the rounds of a loop carry is assigned together, also where some values wait for each other and others for them.
TEST(Lift, CarriedValuesThatWaitForEachOtherAreAssigned) {
  RuleFunction rule(R"(return function(a)
  local x, y, z = 0, 1, 2
  for t = 1, a do
    if t % 3 == 1 then x = y + 1 elseif x > y then y = z - x else z, y = y, z end
    move(x + y + z)
  end
  if x > 1 then x = y else z = x end
  for t = 1, a do
    if x > y then x, y = z, x elseif t > 2 then y, z = z, y + x end
    move(x) move(y) move(z)
  end
end)", {{"a"}});
  const Result<MoveProgram> lifted = rule.lift();
  ASSERT_TRUE(lifted) << lifted.reason();
  for (Coordinate a = 0; a < 12; ++a)
    EXPECT_EQ(difference(rule.interpret(Position{a}), run(*lifted, Position{a})), std::nullopt) << a;
}

TEST(Lift, ACFunctionIsRefused) {
  RuleFunction rule("return math.abs", kHeap);
  EXPECT_EQ(rule.text(), "refused: moves: a function that is not a Lua function\n");
}

TEST(Lift, AReadThatRaisesIsRefused) {
  RuleFunction rule("local t = setmetatable({}, { __index = function() error('no') end })\nreturn function(n)\n  move(t.x)\nend", kHeap);
  EXPECT_EQ(rule.text(), "refused: moves, line 3: a read of t\n");
}

TEST(Lift, RangesOfCoordinatesSpareChecks) {
  RuleFunction rule("return function(n, m) move(n // m, n) end", {{"n", "m"}});
  LiftContext context = rule.context();
  const auto first_kind = [&] {
    const Result<MoveProgram> lifted = lift_function(rule.state(), 1, Results::none, context);
    return lifted->body.front().kind;
  };
  // clang-format on
  EXPECT_EQ(first_kind(), Statement::Kind::option);
  context.ranges = {{0, 100}, {1, 100}};
  EXPECT_EQ(first_kind(), Statement::Kind::option);
}

}  // namespace
}  // namespace bouton::lua
