#include "engine/flow/analysis/coordinate_offsets.h"
#include "tests/engine/flow/operands.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

using test::num;
using test::reg;

/// A program of two coordinates and six registers.
FlowProgram program_of(std::vector<FlowBlock> blocks) {
  FlowProgram program;
  program.dimensions = 2;
  program.functions.push_back({.parameters = 2, .registers = 6, .blocks = std::move(blocks)});
  return program;
}

FlowTerminator jump(std::uint32_t to) { return {.kind = FlowTerminator::Kind::jump, .then = to}; }
FlowTerminator branch(std::uint32_t then, std::uint32_t otherwise) {
  return {.kind = FlowTerminator::Kind::branch,
          .condition = FlowCondition::less,
          .a = reg(0),
          .b = num(3),
          .then = then,
          .otherwise = otherwise};
}

TEST(CoordinateOffsets, FollowSumsAndMoves) {
  FlowBlock block;
  block.instructions = {{.op = FlowOp::sub, .to = 2, .a = reg(0), .b = num(5)},
                        {.op = FlowOp::add, .to = 3, .a = num(2), .b = reg(2)},
                        {.op = FlowOp::move, .to = 4, .a = reg(3)},
                        {.op = FlowOp::mul, .to = 3, .a = reg(2), .b = num(2)},
                        {.op = FlowOp::sub, .to = 5, .a = num(5), .b = reg(1)},
                        {.op = FlowOp::add, .to = 2, .a = reg(0), .b = reg(1)}};
  const FlowProgram program = program_of({block});
  CoordinateOffsets offsets(program);
  offsets.begin(0);
  EXPECT_EQ(offsets.of(reg(1)), (CoordinateOffset{1, 0}));
  EXPECT_EQ(offsets.of(reg(2)), std::nullopt);
  EXPECT_EQ(offsets.of(num(7)), std::nullopt);
  for (std::size_t i = 0; i < 3; ++i) offsets.pass(block.instructions[i]);
  EXPECT_EQ(offsets.of(reg(2)), (CoordinateOffset{0, -5}));
  EXPECT_EQ(offsets.of(reg(3)), (CoordinateOffset{0, -3}));
  EXPECT_EQ(offsets.of(reg(4)), (CoordinateOffset{0, -3}));
  for (std::size_t i = 3; i < 6; ++i) offsets.pass(block.instructions[i]);
  EXPECT_EQ(offsets.of(reg(2)), std::nullopt);
  EXPECT_EQ(offsets.of(reg(3)), std::nullopt);
  EXPECT_EQ(offsets.of(reg(4)), (CoordinateOffset{0, -3}));
  EXPECT_EQ(offsets.of(reg(5)), std::nullopt);
}

TEST(CoordinateOffsets, DoNotOutliveACallThatGivesTheRegisterAnother) {
  FlowBlock block;
  block.instructions = {{.op = FlowOp::sub, .to = 2, .a = reg(0), .b = num(5)},
                        {.op = FlowOp::sub, .to = 3, .a = reg(0), .b = num(6)},
                        {.op = FlowOp::call, .index = 0}};
  FlowProgram program = program_of({block});
  program.calls = {{.function = 1, .arguments = {reg(0)}, .results = {2}}};
  program.functions.push_back({.parameters = 1, .registers = 1, .results = 1, .blocks = {{.end = {.results = {num(1)}}}}});
  CoordinateOffsets offsets(program);
  offsets.begin(0);
  for (const FlowInstruction& instruction : block.instructions) offsets.pass(instruction);
  EXPECT_EQ(offsets.of(reg(2)), std::nullopt);
  EXPECT_EQ(offsets.of(reg(3)), (CoordinateOffset{0, -6}));
}

TEST(CoordinateOffsets, KeepWhatHoldsOnAllWays) {
  // 2 is the same on both ways, 3 is not, 4 is set on one alone.
  FlowBlock first, one, other, last;
  first.end = branch(1, 2);
  one.instructions = {{.op = FlowOp::sub, .to = 2, .a = reg(0), .b = num(1)},
                      {.op = FlowOp::sub, .to = 3, .a = reg(0), .b = num(1)}};
  one.end = jump(3);
  other.instructions = {{.op = FlowOp::add, .to = 2, .a = reg(0), .b = num(-1)},
                        {.op = FlowOp::sub, .to = 3, .a = reg(1), .b = num(1)},
                        {.op = FlowOp::move, .to = 4, .a = reg(1)}};
  other.end = jump(3);
  const FlowProgram program = program_of({first, one, other, last});
  CoordinateOffsets offsets(program);
  offsets.begin(3);
  EXPECT_EQ(offsets.of(reg(2)), (CoordinateOffset{0, -1}));
  EXPECT_EQ(offsets.of(reg(3)), std::nullopt);
  EXPECT_EQ(offsets.of(reg(4)), std::nullopt);
}

TEST(CoordinateOffsets, ForgetWhatALoopChanges) {
  FlowBlock first, loop, last;
  first.instructions = {{.op = FlowOp::move, .to = 2, .a = reg(0)}, {.op = FlowOp::sub, .to = 3, .a = reg(1), .b = num(4)}};
  first.end = jump(1);
  loop.instructions = {{.op = FlowOp::tick}, {.op = FlowOp::sub, .to = 2, .a = reg(2), .b = num(1)}};
  loop.end = branch(1, 2);
  const FlowProgram program = program_of({first, loop, last});
  CoordinateOffsets offsets(program);
  for (const std::uint32_t block : {1U, 2U}) {
    offsets.begin(block);
    EXPECT_EQ(offsets.of(reg(2)), std::nullopt);
    EXPECT_EQ(offsets.of(reg(3)), (CoordinateOffset{1, -4}));
  }
}

/// A coordinate that is assigned somewhere is none anywhere, and offsets stay small.
TEST(CoordinateOffsets, AreOfCoordinatesThatStay) {
  FlowBlock block;
  block.instructions = {{.op = FlowOp::sub, .to = 0, .a = reg(0), .b = num(1)},
                        {.op = FlowOp::sub, .to = 2, .a = reg(0), .b = num(1)},
                        {.op = FlowOp::add, .to = 3, .a = reg(1), .b = num(std::int64_t{1} << 40)}};
  const FlowProgram program = program_of({block});
  CoordinateOffsets offsets(program);
  offsets.begin(0);
  EXPECT_EQ(offsets.of(reg(0)), std::nullopt);
  for (const FlowInstruction& i : block.instructions) offsets.pass(i);
  EXPECT_EQ(offsets.of(reg(2)), std::nullopt);
  EXPECT_EQ(offsets.of(reg(3)), std::nullopt);
}

}  // namespace
}  // namespace bouton
