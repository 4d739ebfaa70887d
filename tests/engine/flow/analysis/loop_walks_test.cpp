#include "engine/flow/analysis/loop_walks.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

FlowOperand held(std::uint32_t number) { return FlowOperand::of_register(number); }
FlowOperand just(std::int64_t value) { return FlowOperand::constant(value); }
FlowTerminator go_to(std::uint32_t to) { return {.kind = FlowTerminator::Kind::jump, .then = to}; }

/// r2 = 1; while r2 <= r0 do `body` end, of r0 and r1, in a box whose rows are 100 cells long.
LoopWalks walks_of(std::vector<FlowInstruction> body, std::vector<FlowOption> options) {
  FlowProgram program;
  program.dimensions = 2;
  program.options = std::move(options);
  FlowFunction main{.parameters = 2, .registers = 6};
  main.blocks.resize(4);
  main.blocks[0] = {{{.op = FlowOp::move, .to = 2, .a = just(1)}}, go_to(1)};
  main.blocks[1] = {{{.op = FlowOp::tick}},
                    {.kind = FlowTerminator::Kind::branch,
                     .condition = FlowCondition::less_equal,
                     .a = held(2),
                     .b = held(0),
                     .then = 2,
                     .otherwise = 3}};
  main.blocks[2] = {std::move(body), go_to(1)};
  program.functions.push_back(std::move(main));
  EXPECT_FALSE(verify(program));
  FlowBox box;
  box.dimensions = 2;
  box.length = {50, 100};
  box.stride = {100, 1};
  return find_walks(program, box);
}

const FlowInstruction kOption{.op = FlowOp::option};

TEST(LoopWalks, FollowACounter) {
  const LoopWalks walks = walks_of({{.op = FlowOp::sub, .to = 3, .a = held(0), .b = held(2)},
                                    kOption,
                                    {.op = FlowOp::add, .to = 2, .a = held(2), .b = just(3)}},
                                   {{kNoLabel, {held(3), held(1)}}});
  ASSERT_EQ(walks.count, 1U);
  EXPECT_EQ(walks.options.at({2, 1}).from.cells, 0);
  EXPECT_EQ(walks.options.at({2, 1}).places, 3U);
  EXPECT_EQ(walks.moves.at({2, 2}).at(0).cells, -300);
  // 100 (r0 - 1) + r1
  const RegisterForm start = walks.starts.at(0).at(0).cells;
  EXPECT_EQ(start, (RegisterForm{-100, {{0, 100}, {1, 1}}}));
}

TEST(LoopWalks, ShareAPointerBetweenOptionsThatAreApart) {
  const FlowInstruction second{.op = FlowOp::option, .index = 1};
  const LoopWalks walks = walks_of({{.op = FlowOp::sub, .to = 3, .a = held(1), .b = held(2)},
                                    kOption,
                                    {.op = FlowOp::add, .to = 4, .a = held(0), .b = just(-2)},
                                    {.op = FlowOp::add, .to = 2, .a = held(2), .b = just(1)},
                                    second},
                                   {{kNoLabel, {held(0), held(3)}}, {kNoLabel, {held(4), held(3)}}});
  EXPECT_EQ(walks.count, 1U);
  EXPECT_EQ(walks.options.at({2, 1}).from.cells, 0);
  EXPECT_EQ(walks.options.at({2, 4}).from.cells, -200 + 1) << "the pointer has moved on by then";
}

TEST(LoopWalks, LeaveCoordinatesThatAreNoSums) {
  const LoopWalks walks = walks_of({{.op = FlowOp::min, .to = 3, .a = held(2), .b = just(30)},
                                    kOption,
                                    {.op = FlowOp::add, .to = 2, .a = held(2), .b = just(1)}},
                                   {{kNoLabel, {held(2), held(3)}}});
  EXPECT_EQ(walks.count, 1U);
  EXPECT_EQ(walks.options.at({2, 1}).places, 1U);
  EXPECT_EQ(walks.starts.at(0).at(0).cells, RegisterForm::of_constant(100));
}

TEST(LoopWalks, AreNotForWhatIsNoSumOrChangesOtherwise) {
  const FlowInstruction next{.op = FlowOp::add, .to = 2, .a = held(2), .b = just(1)};
  EXPECT_EQ(
      walks_of({{.op = FlowOp::mul, .to = 3, .a = held(2), .b = held(2)}, kOption, next}, {{kNoLabel, {held(3), held(1)}}})
          .count,
      0U);
  EXPECT_EQ(
      walks_of({kOption, {.op = FlowOp::add, .to = 2, .a = held(2), .b = held(2)}}, {{kNoLabel, {held(2), held(1)}}}).count,
      0U);
  EXPECT_EQ(walks_of({kOption, next}, {{kNoLabel, {held(1), held(0)}}}).count, 0U) << "nothing moves";
}

TEST(RegisterForms, KnowSumsOfWhatRegistersHoldNow) {
  FlowProgram program;
  RegisterForms forms(program);
  forms.pass({.op = FlowOp::sub, .to = 3, .a = held(0), .b = held(2)});
  forms.pass({.op = FlowOp::mul, .to = 4, .a = held(3), .b = just(5)});
  forms.pass({.op = FlowOp::add, .to = 2, .a = held(2), .b = just(7)});
  EXPECT_EQ(forms.of(held(3)), (RegisterForm{7, {{0, 1}, {2, -1}}}));
  EXPECT_EQ(forms.of(held(4)), (RegisterForm{35, {{0, 5}, {2, -5}}}));
  forms.pass({.op = FlowOp::min, .to = 0, .a = held(0), .b = just(3)});
  EXPECT_EQ(forms.of(held(3)), RegisterForm::of_variable(3)) << "r0 is another now";
}

}  // namespace
}  // namespace bouton
