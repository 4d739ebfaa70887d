// Blocks in, families as text out; and the options of both at all positions of a box.
#include "engine/flow/families/flow_families.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/flow/flow_interpreter.h"
#include "engine/program/move_program_run.h"
#include "tests/engine/flow/operands.h"

namespace bouton {
namespace {

using test::num;
using test::reg;

/// A program of one function of the coordinates a and b, in the registers 0 and 1.
class FlowBuilder {
 public:
  FlowBuilder() {
    program_.dimensions = 2;
    program_.functions = {{.parameters = 2, .registers = 8}};
  }
  /// Begins the next block.
  FlowBuilder& block() {
    blocks().emplace_back();
    return *this;
  }
  FlowBuilder& op(FlowOp op, std::uint32_t to, FlowOperand a, FlowOperand b = {}) {
    blocks().back().instructions.push_back({.op = op, .to = to, .a = a, .b = b, .line = 7});
    return *this;
  }
  FlowBuilder& tick() { return op(FlowOp::tick, 0, {}); }
  FlowBuilder& option(FlowOperand x, FlowOperand y) {
    blocks().back().instructions.push_back(
        {.op = FlowOp::option, .index = static_cast<std::uint32_t>(program_.options.size()), .line = 7});
    program_.options.push_back({.to = {x, y}});
    return *this;
  }
  FlowBuilder& jump(std::uint32_t to) {
    blocks().back().end = {.kind = FlowTerminator::Kind::jump, .then = to};
    return *this;
  }
  FlowBuilder& branch(FlowCondition condition, FlowOperand a, FlowOperand b, std::uint32_t yes, std::uint32_t no) {
    blocks().back().end = {
        .kind = FlowTerminator::Kind::branch, .condition = condition, .a = a, .b = b, .then = yes, .otherwise = no, .line = 7};
    return *this;
  }
  FlowBuilder& trap() {
    blocks().back().end = {.kind = FlowTerminator::Kind::trap, .line = 9};
    return *this;
  }
  const FlowProgram& program() const { return program_; }

 private:
  std::vector<FlowBlock>& blocks() { return program_.functions[0].blocks; }
  FlowProgram program_;
};

/// The families as text, or the refusal; and that they name what the interpreter does.
std::string families_text(const FlowBuilder& builder) {
  const FlowProgram& flow = builder.program();
  EXPECT_FALSE(verify(flow)) << verify(flow)->reason;
  const Result<MoveProgram> families = flow_families(flow, {{0}, {0}}, {"a", "b"});
  if (!families) return families.reason() + ", line " + std::to_string(families.refusal().line);
  const FlowCode code = lay_out(flow);
  FlowInterpreter interpreter(code, FlowSink::list);
  const CompiledProgram compiled(*families);
  for (std::int64_t a = 0; a < 9; ++a)
    for (std::int64_t b = 0; b < 9; ++b) {
      std::vector<std::int64_t> words(1000), found;
      FlowRow row;
      row.coordinates[0] = a;
      row.coordinates[1] = b;
      row.ticks = 1000;
      row.out = words.data();
      row.out_end = words.data() + words.size() - 3;
      EXPECT_EQ(interpreter.run(row), FlowStatus::done);
      words.resize(static_cast<std::size_t>(row.out - words.data()));
      Options options;
      EXPECT_EQ(compiled.options(Position{a, b}, options, {}), RunStatus::done);
      for (std::size_t i = 0; i < options.size(); ++i)
        found.insert(found.end(), {option_head(options[i].label(), 2, FlowPart::whole), options[i][0][0], options[i][0][1]});
      EXPECT_EQ(found, words) << a << "," << b;
    }
  return to_string(*families, {""});
}

TEST(FamiliesOfBlocks, ALoopWithTwoConditionsHasTheLesserBound) {
  FlowBuilder b;  // x, y = a, b  while x > 0 and y > 0 do x, y = x - 1, y - 1  move(x, y) end
  b.block().op(FlowOp::move, 2, reg(0)).op(FlowOp::move, 3, reg(1)).jump(1);
  b.block().tick().branch(FlowCondition::less, num(0), reg(2), 2, 4);
  b.block().branch(FlowCondition::less, num(0), reg(3), 3, 4);
  b.block().op(FlowOp::sub, 2, reg(2), num(1)).op(FlowOp::sub, 3, reg(3), num(1)).option(reg(2), reg(3)).jump(1);
  b.block();
  EXPECT_EQ(families_text(b), "line 7: move  i in 1..min(a, b) -> (a - i, b - i)\n");
}

TEST(FamiliesOfBlocks, AConditionAtTheEndOfARoundBoundsTheRoundBefore) {
  FlowBuilder b;  // t = 1  repeat move(a, t) t = t + 1 until not (t <= b)
  b.block().op(FlowOp::move, 2, num(1)).jump(1);
  b.block().tick().option(reg(0), reg(2)).op(FlowOp::add, 2, reg(2), num(1));
  b.branch(FlowCondition::less_equal, reg(2), reg(1), 1, 2);
  b.block();
  EXPECT_EQ(families_text(b), "line 7: move  i in 1..max(1, b) -> (a, i)\n");
}

TEST(FamiliesOfBlocks, WhatPathsChooseIsAMinimum) {
  FlowBuilder b;  // m = a  if b < m then m = b end  for t = m, 1, -1 do move(t, b) end
  b.block().op(FlowOp::move, 2, reg(0)).branch(FlowCondition::less, reg(1), reg(0), 1, 2);
  b.block().op(FlowOp::move, 2, reg(1)).jump(2);
  b.block().op(FlowOp::move, 3, num(1)).jump(3);
  b.block().tick().branch(FlowCondition::less_equal, reg(3), reg(2), 4, 5);
  b.block().option(reg(3), reg(1)).op(FlowOp::add, 3, reg(3), num(1)).jump(3);
  b.block();
  EXPECT_EQ(families_text(b), "line 7: move  i in 1..min(a, b) -> (i, b)\n");
}

TEST(FamiliesOfBlocks, BehindALoopTheVariableIsWhereItEnded) {
  FlowBuilder b;  // t = 1  while 2 * t <= a do t = t + 1 end  move(t, b)
  b.block().op(FlowOp::move, 2, num(1)).jump(1);
  b.block().tick().op(FlowOp::mul, 3, reg(2), num(2)).branch(FlowCondition::less_equal, reg(3), reg(0), 2, 3);
  b.block().op(FlowOp::add, 2, reg(2), num(1)).jump(1);
  b.block().option(reg(2), reg(1));
  EXPECT_EQ(families_text(b), "line 7: move -> (a // 2 + 1, b)\n");
}

TEST(FamiliesOfBlocks, UnequalEndsALoopThatComesToTheNumber) {
  FlowBuilder b;  // x = a  while x ~= 0 do x = x - 1  move(x, b) end
  b.block().op(FlowOp::move, 2, reg(0)).jump(1);
  b.block().tick().branch(FlowCondition::equal, reg(2), num(0), 3, 2);
  b.block().op(FlowOp::sub, 2, reg(2), num(1)).option(reg(2), reg(1)).jump(1);
  b.block();
  EXPECT_EQ(families_text(b), "line 7: move  i in 1..a -> (a - i, b)\n");
}

TEST(FamiliesOfBlocks, AreRefusedWhereALoopMayNotEnd) {
  FlowBuilder b;  // x = a  while x ~= b do x = x + 1  move(x, b) end
  b.block().op(FlowOp::move, 2, reg(0)).jump(1);
  b.block().tick().branch(FlowCondition::equal, reg(2), reg(1), 3, 2);
  b.block().op(FlowOp::add, 2, reg(2), num(1)).option(reg(2), reg(1)).jump(1);
  b.block();
  EXPECT_EQ(families_text(b), "a loop with no bound that is seen, line 7");
}

TEST(FamiliesOfBlocks, AreRefusedWhereAnErrorMayBeRaised) {
  FlowBuilder b;
  b.block().branch(FlowCondition::less, reg(0), num(3), 1, 2);
  b.block().trap();
  b.block().option(reg(0), reg(1));
  EXPECT_EQ(families_text(b), "an error that may be raised, line 9");
  FlowBuilder division;
  division.block().op(FlowOp::floor_div, 2, reg(0), reg(1)).option(reg(2), reg(1));
  EXPECT_EQ(families_text(division), "a division that may raise an error, line 7");
}

// Where a number could wrap around, t <= a + a + ... is not a bound.
TEST(FamiliesOfBlocks, AreRefusedWhereNumbersMayWrapAround) {
  FlowBuilder b;
  b.block().op(FlowOp::move, 2, num(1)).op(FlowOp::mul, 3, reg(0), num(16)).jump(1);
  b.block().tick().branch(FlowCondition::less_equal, reg(2), reg(3), 2, 3);
  b.block().option(reg(2), reg(1)).op(FlowOp::add, 2, reg(2), num(1)).jump(1);
  b.block();
  EXPECT_EQ(families_text(b), "a loop with no bound that is seen, line 7");
}

/// What goes through expressions as trees goes through a thousand million parts of this one.
TEST(FamiliesOfBlocks, AreRefusedWhereANumberIsALargeTree) {
  FlowBuilder b;  // s = a  s = s * s, thirty times  move(s, b)
  b.block().op(FlowOp::move, 2, reg(0));
  for (int i = 0; i < 30; ++i) b.op(FlowOp::mul, 2, reg(2), reg(2));
  b.option(reg(2), reg(1));
  EXPECT_EQ(families_text(b), "a number that is computed in very many steps, line 0");
  FlowBuilder few;  // three times
  few.block().op(FlowOp::move, 2, reg(0));
  for (int i = 0; i < 3; ++i) few.op(FlowOp::mul, 2, reg(2), reg(2));
  few.option(reg(2), reg(1));
  EXPECT_EQ(families_text(few).find("line 7: move -> ("), 0U);
}

}  // namespace
}  // namespace bouton
