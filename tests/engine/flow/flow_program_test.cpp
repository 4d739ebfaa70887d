#include "engine/flow/flow_program.h"
#include "tests/engine/flow/operands.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

using test::num;
using test::reg;

/// for t = 1, a do move(a - t) end
FlowProgram nim() {
  FlowProgram program;
  program.dimensions = 1;
  program.options = {{kNoLabel, {reg(2)}}};
  FlowFunction main{.parameters = 1, .registers = 3};
  main.blocks.resize(4);
  main.blocks[0] = {{{.op = FlowOp::move, .to = 1, .a = num(1)}}, {.kind = FlowTerminator::Kind::jump, .then = 1}};
  main.blocks[1] = {{{.op = FlowOp::tick}},
                    {.kind = FlowTerminator::Kind::branch,
                     .condition = FlowCondition::less_equal,
                     .a = reg(1),
                     .b = reg(0),
                     .then = 2,
                     .otherwise = 3}};
  main.blocks[2] = {{{.op = FlowOp::sub, .to = 2, .a = reg(0), .b = reg(1)},
                     {.op = FlowOp::option},
                     {.op = FlowOp::add, .to = 1, .a = reg(1), .b = num(1)}},
                    {.kind = FlowTerminator::Kind::jump, .then = 1}};
  program.functions.push_back(std::move(main));
  return program;
}

TEST(FlowProgram, PrintsAsItIsWritten) {
  EXPECT_EQ(to_string(nim()), R"(function 0 (r0)
  b0:
    r1 = move 1
    jump b1
  b1:
    tick
    branch less_equal r1, r0 ? b2 : b3
  b2:
    r2 = sub r0, r1
    option (r2)
    r1 = add r1, 1
    jump b1
  b3:
    return
)");
}

TEST(FlowProgram, IsVerified) {
  EXPECT_FALSE(verify(nim()));
  const auto reason = [](const auto& change) {
    FlowProgram program = nim();
    change(program);
    const std::optional<Refusal> refusal = verify(program);
    return refusal ? refusal->reason : "";
  };
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[2].instructions[0].to = 3; }),
            "function 0 has a wrong instruction in b2");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[2].instructions[0].a = reg(3); }),
            "function 0 has a wrong instruction in b2");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[0].end.then = 4; }), "function 0 has a wrong end of b0");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[3].end.results = {num(1)}; }),
            "function 0 has a wrong end of b3");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[1].instructions.clear(); }),
            "function 0 has a cycle without a tick");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks.clear(); }), "function 0 has no blocks");
  EXPECT_EQ(reason([](FlowProgram& p) { p.dimensions = 2; }), "function 0 does not take a position");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions.push_back(p.functions[0]); }), "function 1 does not begin with a tick");
  EXPECT_EQ(reason([](FlowProgram& p) {
              p.functions[0].blocks[0].instructions.push_back({.op = FlowOp::call, .index = 0});
              p.calls = {{0, {reg(0)}, {}}};
            }),
            "function 0 has a wrong instruction in b0");
}

/// What is remembered depends on one or two arguments, and on nothing else.
TEST(FlowProgram, IsRememberedWhereNothingElseMatters) {
  const auto reason = [](const auto& change) {
    FlowProgram program = nim();
    FlowFunction half{.parameters = 1, .registers = 2, .results = 1, .is_remembered = true};
    half.blocks.resize(1);
    half.blocks[0].instructions = {{.op = FlowOp::tick}, {.op = FlowOp::floor_div, .to = 1, .a = reg(0), .b = num(2)}};
    half.blocks[0].end.results = {reg(1)};
    program.functions.push_back(half);
    change(program);
    const std::optional<Refusal> refusal = verify(program);
    return refusal ? refusal->reason : "";
  };
  EXPECT_EQ(reason([](FlowProgram& p) {
              EXPECT_EQ(remembered_numbers(p), (std::vector<int>{-1, 0}));
              EXPECT_EQ(remembered_results(p.functions[1]), static_cast<std::size_t>(kRememberedOfOne));
            }),
            "");
  const std::string refused = "function 1 cannot be remembered";
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[1].parameters = 0; }), refused);
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[1].results = 2; }), refused);
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[1].blocks[0].instructions.push_back({.op = FlowOp::option}); }), refused);
  EXPECT_EQ(reason([](FlowProgram& p) {
              p.functions.push_back(p.functions[1]);
              p.functions[2].is_remembered = false;
              p.calls = {{2, {reg(0)}, {1}}};
              p.functions[1].blocks[0].instructions.push_back({.op = FlowOp::call});
            }),
            refused);
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].is_remembered = true; }), "function 0 cannot be remembered");
  EXPECT_EQ(reason([](FlowProgram& p) {
              while (p.functions.size() < kMostRemembered + 2) p.functions.push_back(p.functions[1]);
            }),
            "function 9 cannot be remembered");
}

/// if b:at(1, 2) == 0 then move(b:with(1, 2, 1)) end, on a board of 2 x 2
FlowProgram placing() {
  FlowProgram program;
  program.dimensions = 1;
  program.cells = 4;
  program.options = {{kNoLabel, {reg(2)}}};
  FlowFunction main{.parameters = 1, .registers = 4};
  main.blocks.resize(3);
  main.blocks[0] = {{{.op = FlowOp::state, .to = 1, .a = reg(0), .b = num(1)}},
                    {.kind = FlowTerminator::Kind::branch, .a = reg(1), .b = num(0), .then = 1, .otherwise = 2}};
  main.blocks[1] = {{{.op = FlowOp::copy_states, .to = 2, .a = reg(0)},
                     {.op = FlowOp::add, .to = 3, .a = reg(2), .b = num(1)},
                     {.op = FlowOp::set_state, .a = reg(3), .b = num(1)},
                     {.op = FlowOp::option}},
                    {}};
  program.functions.push_back(std::move(main));
  return program;
}

TEST(FlowProgram, OfCellsPrintsAsItIsWritten) {
  EXPECT_FALSE(verify(placing()));
  EXPECT_EQ(to_string(placing()), R"(function 0 (r0), 4 cells
  b0:
    r1 = state r0, 1
    branch equal r1, 0 ? b1 : b2
  b1:
    r2 = copy_states r0
    r3 = add r2, 1
    set_state r3, 1
    option (r2)
    return
  b2:
    return
)");
}

TEST(FlowProgram, OfCellsIsVerified) {
  const auto reason = [](const auto& change) {
    FlowProgram program = placing();
    change(program);
    const std::optional<Refusal> refusal = verify(program);
    return refusal ? refusal->reason : "";
  };
  EXPECT_EQ(reason([](FlowProgram& p) { p.cells = 0; }), "function 0 has a wrong instruction in b0");
  EXPECT_EQ(reason([](FlowProgram& p) { p.dimensions = 2; }), "a position of cells that is more than one array");
  EXPECT_EQ(reason([](FlowProgram& p) { p.options[0].to.push_back(num(0)); }), "function 0 has a wrong instruction in b1");
  EXPECT_EQ(reason([](FlowProgram& p) { p.functions[0].blocks[1].instructions[2].b = reg(4); }),
            "function 0 has a wrong instruction in b1");
  EXPECT_FALSE(assigns(placing().functions[0], placing(), 0));
  EXPECT_TRUE(assigns(placing().functions[0], placing(), 2));
}

TEST(FlowProgram, MayChangeTheLengthOfPositions) {
  FlowProgram program = nim();
  EXPECT_TRUE(keeps_length(program));
  program.options[0].to.push_back(num(0));
  EXPECT_FALSE(verify(program));
  EXPECT_FALSE(keeps_length(program));
  program.options[0].to.assign(2 + kMostOptionCoordinates, num(0));
  EXPECT_EQ(verify(program)->reason, "function 0 has a wrong instruction in b2");
}

TEST(FlowProgram, KnowsWhichRegistersAreAssigned) {
  const FlowProgram program = nim();
  EXPECT_FALSE(assigns(program.functions[0], program, 0));
  EXPECT_TRUE(assigns(program.functions[0], program, 1));
}

}  // namespace
}  // namespace bouton
