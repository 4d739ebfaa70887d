// Rules of boards as programs of basic blocks: source in, text out.
#include <string>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

/// On a board of three rows and four columns, with two states.
std::string board_text(const std::string& source) {
  RuleFunction function(source, {{"b"}});
  if (!function.problem().empty()) return function.problem();
  CellShape shape;
  shape.rows = 3;
  shape.columns = 4;
  LiftContext context = function.context();
  context.shape = &shape;
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  return program ? "\n" + to_string(*program, function.labels()) : program.reason();
}

TEST(LiftCells, ACellIsLookedAtBehindTwoComparisons) {
  EXPECT_EQ(board_text(R"(return function(b)
  for r = 1, b.rows do
    if b:at(r, 2) == 0 then move(b:with(r, 2, 1)) end
  end
end)"),
            R"(
function 0 (r0), 12 cells
  b0:
    r1 = move 1
    jump b1
  b1:
    tick
    r2 = sub r1, 1
    branch unsigned_less r2, 3 ? b2 : b5
  b2:
    r3 = mul r2, 4
    r4 = add r3, 1
    r5 = state r0, r4
    branch equal r5, 0 ? b3 : b5
  b3:
    r6 = copy_states r0
    r7 = sub r1, 1
    branch unsigned_less r7, 3 ? b4 : b8
  b4:
    r8 = mul r7, 4
    r9 = add r8, 1
    r10 = add r6, r9
    set_state r10, 1
    option (r6)
    jump b5
  b5:
    branch less r1, 3 ? b6 : b7
  b6:
    r1 = add r1, 1
    jump b1
  b7:
    return
  b8:
    trap
)");
}

TEST(LiftCells, ASlideIsALoop) {
  EXPECT_EQ(board_text(R"(return function(b)
  local r, c = 1, 1
  while b:at(r, c) == 0 do
    move.slide(b:with(r, c, 1))
    r, c = r + 1, c + 1
  end
end)"),
            R"(
function 0 (r0), 12 cells
  b0:
    r1 = move 1
    r2 = move 1
    jump b1
  b1:
    tick
    r3 = sub r1, 1
    branch unsigned_less r3, 3 ? b2 : b8
  b2:
    r4 = sub r2, 1
    branch unsigned_less r4, 4 ? b3 : b8
  b3:
    r5 = mul r3, 4
    r6 = add r5, r4
    r7 = state r0, r6
    branch equal r7, 0 ? b4 : b8
  b4:
    r8 = copy_states r0
    r9 = sub r1, 1
    branch unsigned_less r9, 3 ? b5 : b7
  b5:
    r10 = sub r2, 1
    branch unsigned_less r10, 4 ? b6 : b7
  b6:
    r11 = mul r9, 4
    r12 = add r11, r10
    r13 = add r8, r12
    set_state r13, 1
    option slide (r8)
    r14 = add r1, 1
    r2 = add r2, 1
    r1 = move r14
    jump b1
  b7:
    trap
  b8:
    return
)");
}

TEST(LiftCells, AFunctionThatCallsItselfTakesABoardAndGivesOne) {
  EXPECT_EQ(board_text(R"(
local function flood(b, r)
  if b:at(r, 1) ~= 1 then return b end
  return (flood(b:with(r, 1, 0), r + 1))
end
return function(b) move(flood(b, 2)) end)"),
            R"(
function 0 (r0), 12 cells
  b0:
    r1 = move r0
    r2 = move 2
    jump b1
  b1:
    r3 = sub r2, 1
    branch unsigned_less r3, 3 ? b2 : b6
  b2:
    r4 = mul r3, 4
    r5 = state r1, r4
    branch equal r5, 1 ? b3 : b6
  b3:
    r6 = copy_states r1
    r7 = sub r2, 1
    branch unsigned_less r7, 3 ? b4 : b5
  b4:
    r8 = mul r7, 4
    r9 = add r6, r8
    set_state r9, 0
    r10 = add r2, 1
    r11 = call 1 (r6, r10)
    option (r11)
    return
  b5:
    trap
  b6:
    option (r1)
    return
function 1 (r0, r1)
  b0:
    tick
    r2 = sub r1, 1
    branch unsigned_less r2, 3 ? b1 : b5
  b1:
    r3 = mul r2, 4
    r4 = state r0, r3
    branch equal r4, 1 ? b2 : b5
  b2:
    r5 = copy_states r0
    r6 = sub r1, 1
    branch unsigned_less r6, 3 ? b3 : b4
  b3:
    r7 = mul r6, 4
    r8 = add r5, r7
    set_state r8, 0
    r9 = add r1, 1
    r10 = call 1 (r5, r9)
    return r10
  b4:
    trap
  b5:
    return r0
)");
}

TEST(LiftCells, LoopsOverCellsGoThroughLists) {
  EXPECT_EQ(board_text(R"(return function(b)
  for r, c in b:cells() do
    for y, x in b:neighbours(r, c) do
      if b:at(y, x) == 1 then move(b:with(r, c, 1)) end
    end
  end
end)"),
            R"(
list 0: 1 1 1 1 2 2 2 2 3 3 3 3
list 1: 1 2 3 4 1 2 3 4 1 2 3 4
list 2: 0 3 7 11 14 18 23 28 32 35 39 43
list 3: 1 2 0 1 1 2 0 1 1 2 0 1 2 0 1 2 3 0 1 2 2 3 0 1 2 2 3 0 1 2 3 0 2 3 0 2 3 3 0 2 3 3 0 2 3 0
list 4: 2 1 0 1 3 2 0 2 4 3 0 3 4 0 1 2 1 0 2 1 3 2 0 3 2 4 3 0 4 3 4 0 1 2 0 2 1 3 0 3 2 4 0 4 3 0
function 0 (r0), 12 cells
  b0:
    r1 = move r0
    r2 = move 0
    jump b1
  b1:
    tick
    branch less r2, 12 ? b2 : b16
  b2:
    r3 = element 0[r2]
    r4 = element 1[r2]
    r5 = add r2, 1
    r2 = move r5
    r6 = move r3
    r7 = move r4
    jump b3
  b3:
    r8 = sub r6, 1
    branch unsigned_less r8, 3 ? b4 : b15
  b4:
    r9 = sub r7, 1
    branch unsigned_less r9, 4 ? b5 : b15
  b5:
    r10 = mul r8, 4
    r11 = add r10, r9
    r12 = element 2[r11]
    r13 = move r0
    r14 = move r12
    jump b6
  b6:
    tick
    r15 = element 3[r14]
    branch equal r15, 0 ? b1 : b7
  b7:
    r16 = element 4[r14]
    r17 = add r14, 1
    r14 = move r17
    r18 = move r15
    r19 = move r16
    jump b8
  b8:
    r20 = sub r18, 1
    branch unsigned_less r20, 3 ? b9 : b6
  b9:
    r21 = sub r19, 1
    branch unsigned_less r21, 4 ? b10 : b6
  b10:
    r22 = mul r20, 4
    r23 = add r22, r21
    r24 = state r0, r23
    branch equal r24, 1 ? b11 : b6
  b11:
    r25 = copy_states r0
    r26 = sub r6, 1
    branch unsigned_less r26, 3 ? b12 : b14
  b12:
    r27 = sub r7, 1
    branch unsigned_less r27, 4 ? b13 : b14
  b13:
    r28 = mul r26, 4
    r29 = add r28, r27
    r30 = add r25, r29
    set_state r30, 1
    option (r25)
    jump b6
  b14:
    trap
  b15:
    trap
  b16:
    return
)");
}

TEST(LiftCells, WhatIsNotKnownIsRefusedWithItsLine) {
  const auto body = [](const std::string& text) { return board_text("return function(b)\n" + text + "\nend"); };
  EXPECT_EQ(body("if b:with(1, 1, 0) == b then move(b) end"), "moves, line 2: a comparison of two positions");
  EXPECT_EQ(body("split(b, b)"), "moves, line 2: a move that splits the position");
  EXPECT_EQ(body("local walk = b:cells()\nlocal r = walk()"), "moves, line 2: a walk over cells that is not a loop's own");
  EXPECT_EQ(body("local walk, other = b:cells()\nif other then move(b) end"),
            "moves, line 2: a walk over cells that is not a loop's own");
  EXPECT_EQ(body("local seen = {}\nfor r, c in b:cells() do seen[r * 4 + c] = true end"),
            "moves, line 3: a table that is filled at keys that change");
  EXPECT_EQ(body("local s = {}\nfor r, c in b:cells() do s[#s + 1] = r end"), "moves, line 3: a list of this length");
}

TEST(LiftCells, WhereLuaRaisesAnErrorTheProgramTraps) {
  for (const std::string wrong :
       {"b:with(1, 5, 0)", "b:with(1, 1)", "b:with(1, 1, 2)", "b:at(1)", "b:ends(1)", "b.at(1, 1, 1)", "move(1)", "move(b, b)",
        "move()", "b:neighbours(0, 1)", "local n = b:at(4, 1) + 1", "local n = #b"})
    EXPECT_TRUE(board_text("return function(b) " + wrong + " move(b) end").ends_with("    trap\n")) << wrong;
}

}  // namespace
}  // namespace bouton::lua
