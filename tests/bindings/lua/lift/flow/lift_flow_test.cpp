// Functions as programs of basic blocks: source in, text out, and what is refused.
#include <string>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

std::string text_of(const std::string& source) {
  RuleFunction function(source, {{"a", "b"}});
  if (!function.problem().empty()) return function.problem();
  const LiftContext context = function.context();
  const int top = lua_gettop(function.state());
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  EXPECT_EQ(lua_gettop(function.state()), top);
  return program ? "\n" + to_string(*program, function.labels()) : program.reason();
}

TEST(LiftFlow, ALoopWithAConditionIsTwoBlocks) {
  EXPECT_EQ(text_of(R"(return function(a, b)
  local t = 1
  while t * t <= a do move(a - t * t, b); t = t + 1 end
end)"),
            R"(
function 0 (r0, r1)
  b0:
    r2 = move 1
    jump b1
  b1:
    tick
    r3 = mul r2, r2
    branch less_equal r3, r0 ? b2 : b3
  b2:
    r4 = mul r2, r2
    r4 = sub r0, r4
    option (r4, r1)
    r2 = add r2, 1
    jump b1
  b3:
    return
)");
}

TEST(LiftFlow, ListsAreRegisters) {
  EXPECT_EQ(text_of(R"(return function(a, b)
  local q = { a }
  q[#q + 1] = b
  table.sort(q)
  for i, v in ipairs(q) do q[i] = v // 2 end
  move(table.unpack(q))
end)"),
            R"(
function 0 (r0, r1)
  b0:
    r2 = min r0, r1
    r3 = max r0, r1
    r4 = move r2
    r5 = move r3
    jump b1
  b1:
    r6 = move r4
    jump b2
  b2:
    r7 = floor_div r6, 2
    r4 = move r7
    jump b3
  b3:
    r6 = move r5
    jump b4
  b4:
    r7 = floor_div r6, 2
    r5 = move r7
    jump b5
  b5:
    option (r4, r5)
    return
)");
}

TEST(LiftFlow, AnIndexThatChangesIsToldApart) {
  EXPECT_EQ(text_of("return function(a, b) local q = { 5, a } move(q[b] or 7, b) end"), R"(
function 0 (r0, r1)
  b0:
    branch equal r1, 1 ? b1 : b3
  b1:
    r2 = move 5
    jump b2
  b2:
    option (r2, r1)
    return
  b3:
    branch equal r1, 2 ? b4 : b5
  b4:
    r2 = move r0
    jump b2
  b5:
    r2 = move 7
    jump b2
)");
}

TEST(LiftFlow, CallsStandWhereTheyAreMade) {
  EXPECT_EQ(text_of(R"(
local function leave(x, y, t) if x < y then return y - t end return x - t end
return function(a, b) if a > 3 then move.pair(0, leave(a, b, 3)) end end)"),
            R"(
function 0 (r0, r1)
  b0:
    branch less 3, r0 ? b1 : b4
  b1:
    r2 = move 0
    r3 = move r0
    r4 = move r1
    r5 = move 3
    jump b2
  b2:
    branch less r3, r4 ? b3 : b5
  b3:
    r6 = sub r4, r5
    option pair (r2, r6)
    jump b4
  b4:
    return
  b5:
    r6 = sub r3, r5
    option pair (r2, r6)
    jump b4
)");
}

/// What depends on one or two integers alone and has a loop is kept.
TEST(LiftFlow, FunctionsWithLoopsAreRemembered) {
  EXPECT_EQ(text_of(R"(
local function gcd(x, y) if y == 0 then return x end return gcd(y, x % y) end
return function(a, b) if gcd(a, b) == 1 then move.pair(0, a) end end)"),
            R"(
function 0 (r0, r1)
  b0:
    r2 = call 1 (r0, r1)
    branch equal r2, 1 ? b1 : b2
  b1:
    option pair (0, r0)
    jump b2
  b2:
    return
function 1 (r0, r1), remembered
  b0:
    tick
    branch equal r1, 0 ? b1 : b2
  b1:
    return r0
  b2:
    r2 = floor_mod r0, r1
    r0 = move r1
    r1 = move r2
    jump b0
)");
  // What calls itself at two places, or in a loop; not what makes moves, and not what has three parameters, or calls itself
  // once.
  for (const char* source :
       {"local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end return function(a, b) move(f(a), b) end",
        "local function f(n) local s = 0 for i = 1, n do s = s + f(i - 1) end return s end return function(a, b) move(f(a & "
        "3), b) end"})
    EXPECT_NE(text_of(source).find("remembered"), std::string::npos) << text_of(source);
  for (const char* source :
       {"local function all(x, y) for t = 1, x do move(x - t, y) end return 0 end return function(a, b) all(a, b) end",
        "local function f(x, y, z) while x > y do x = x - z end return x end return function(a, b) move(f(a, b, 2), b) end",
        "local function f(n) if n < 2 then return n end return n % 2 + f(n // 2) end return function(a, b) move(f(a), b) end"})
    EXPECT_EQ(text_of(source).find("remembered"), std::string::npos) << source;
}

TEST(LiftFlow, AFunctionThatCallsItselfIsOneOfTheProgram) {
  EXPECT_EQ(text_of(R"(
local function sum(n) if n < 10 then return n end return n % 10 + sum(n // 10) end
return function(a, b) move(sum(a), b) end)"),
            R"(
function 0 (r0, r1)
  b0:
    r2 = move r0
    jump b1
  b1:
    branch less r2, 10 ? b2 : b3
  b2:
    option (r2, r1)
    return
  b3:
    r3 = floor_mod r2, 10
    r4 = floor_div r2, 10
    r5 = call 1 (r4)
    r3 = add r3, r5
    option (r3, r1)
    return
function 1 (r0)
  b0:
    tick
    branch less r0, 10 ? b1 : b2
  b1:
    return r0
  b2:
    r1 = floor_mod r0, 10
    r2 = floor_div r0, 10
    r3 = call 1 (r2)
    r1 = add r1, r3
    return r1
)");
}

TEST(LiftFlow, TruthValuesThatAreKnownAreJumps) {
  EXPECT_EQ(text_of(R"(return function(a, b)
  local free = true
  if a == b then free = false end
  if free then move(b, a) end
end)"),
            R"(
function 0 (r0, r1)
  b0:
    branch equal r0, r1 ? b1 : b2
  b1:
    return
  b2:
    option (r1, r0)
    jump b1
)");
}

TEST(LiftFlow, ListsAreWrittenOutOrRead) {
  EXPECT_EQ(text_of(R"(
local short, long = { 2, 5 }, { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
return function(a, b)
  for _, s in ipairs(short) do move(a - s, b) end
  if long[a] then move(0, long[a]) end
end)"),
            R"(
list 0: 1 2 3 4 5 6 7 8 9
function 0 (r0, r1)
  b0:
    r2 = sub r0, 2
    option (r2, r1)
    jump b1
  b1:
    r2 = sub r0, 5
    option (r2, r1)
    jump b2
  b2:
    r3 = sub r0, 1
    branch unsigned_less r3, 9 ? b3 : b6
  b3:
    r4 = element 0[r3]
    jump b4
  b4:
    r5 = sub r0, 1
    branch unsigned_less r5, 9 ? b5 : b7
  b5:
    r6 = element 0[r5]
    option (0, r6)
    jump b6
  b6:
    return
  b7:
    r7 = move 0
    jump b8
  b8:
    trap
)");
}

TEST(LiftFlow, WhatIsNotIntegerLuaIsRefusedWithItsLine) {
  const auto body = [](const std::string& text) { return text_of("return function(a, b)\n" + text + "\nend"); };
  EXPECT_EQ(body("move(a / 2, b)"), "moves, line 2: a division that gives a float (/); integer division is //");
  EXPECT_EQ(body("move(a ^ 2, b)"), "moves, line 2: a power (^), which gives a float; write the multiplications");
  EXPECT_EQ(body("if a < 2.5 then move(0, 0) end"), "moves, line 2: a float (integer division is //)");
  EXPECT_EQ(body("local t = { x = a }"), "moves, line 2: an assignment to a field of a table");
  EXPECT_EQ(body("local t = { a, b }\nt[4] = a"), "moves, line 3: a list with holes");
  EXPECT_EQ(body("local next, t, i = ipairs({ a, b })\nfor k, v in next, t, i do move(k, v) end"),
            "moves, line 3: a loop over a list from a place that is not known");
  EXPECT_EQ(body("local t = { a }\nfor i = 1, b do t[#t + 1] = i end"), "moves, line 3: a list of this length");
  EXPECT_EQ(body("local t = { a, b }\ntable.sort(t, function(x, y) return x > y end)"),
            "moves, line 3: table.sort by a function");
  EXPECT_EQ(body("if 'x' .. a == 'x3' then move(a, b) end"),
            "moves, line 2: a comparison with a string that is made for each position");
  EXPECT_EQ(body("local t = { 'x' .. a }"), "moves, line 2: a list with a string in it that is made for each position");
  EXPECT_EQ(body("pcall(move, a, b)"), "moves, line 2: a call to pcall");
  EXPECT_EQ(body("coroutine.wrap(move)(a, b)"), "moves, line 2: a call to coroutine.wrap");
  EXPECT_EQ(body("local f = function(...) return ... end\nmove(f(a), b)"),
            "moves, line 3: a call to f, which takes a variable number of arguments (...)");
  EXPECT_EQ(body("for k in pairs({}) do end"), "moves, line 2: a call to pairs (go through a list with ipairs)");
  EXPECT_EQ(text_of("local n = 0\nreturn function(a, b)\nn = n + 1\nend"),
            "moves, line 3: an assignment to the captured variable n");
}

TEST(LiftFlow, NamesThatAreMadeOfValuesKeepTheValuesThatTheyHad) {
  EXPECT_EQ(text_of(R"(return function(a, b)
  for t = 1, a do
    local name = "take_" .. t .. "_of_" .. a
    a = a - 1
    move[name](a, b)
  end
  split["x" .. 1]({ a, b }, { b, a })
end)"),
            R"(
function 0 (r0, r1)
  b0:
    branch less_equal 1, r0 ? b1 : b4
  b1:
    r2 = move r0
    r3 = move 1
    jump b2
  b2:
    tick
    r4 = move r3
    r5 = move r0
    r0 = add r0, -1
    option take_<r4>_of_<r5> (r0, r1)
    branch less r3, r2 ? b3 : b4
  b3:
    r3 = add r3, 1
    jump b2
  b4:
    part x1 (r0, r1)
    last part x1 (r1, r0)
    return
)");
}

TEST(LiftFlow, ASplitIsItsPartsOneAfterAnother) {
  EXPECT_EQ(text_of(R"(return function(a, b)
  if a == 0 then split() return end
  split.off({ a - 1, b }, { b, 0 })
  split({ 1, 2 })
end)"),
            R"(
function 0 (r0, r1)
  b0:
    branch equal r0, 0 ? b1 : b2
  b1:
    split ()
    return
  b2:
    r2 = add r0, -1
    part off (r2, r1)
    last part off (r1, 0)
    option (1, 2)
    return
)");
  EXPECT_EQ(text_of("return function(a, b) split(a, b) end"), R"(
function 0 (r0, r1)
  b0:
    trap
)");
}

TEST(LiftFlow, WhereLuaRaisesAnErrorTheProgramTraps) {
  EXPECT_EQ(text_of("return function(a, b) if a == 3 then move(a) end end"), R"(
function 0 (r0, r1)
  b0:
    branch equal r0, 3 ? b1 : b2
  b1:
    trap
  b2:
    return
)");
}

}  // namespace
}  // namespace bouton::lua
