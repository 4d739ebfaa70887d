// The native kernel for programs that are made by hand; those of rules are tested with the lifter.
#include "engine/table/native/native_table.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/flow/native/native_row.h"
#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"

namespace bouton {
namespace {

FlowOperand reg(std::uint32_t number) { return FlowOperand::of_register(number); }
FlowOperand number(std::int64_t value) { return FlowOperand::constant(value); }

/// for t = 1, min(a, most) do move(a - t, b + rise) end, of coordinates a, b; b stays where `rise` is 0.
FlowProgram take(std::int64_t most, std::int64_t rise) {
  FlowProgram program;
  program.dimensions = 2;
  program.options = {{kNoLabel, {reg(4), reg(5)}}};
  FlowFunction main{.parameters = 2, .registers = 6};
  main.blocks.resize(4);
  main.blocks[0] = {{{.op = FlowOp::move, .to = 2, .a = number(1)},
                     {.op = FlowOp::min, .to = 3, .a = reg(0), .b = number(most)},
                     {.op = FlowOp::add, .to = 5, .a = reg(1), .b = number(rise)}},
                    {.kind = FlowTerminator::Kind::jump, .then = 1}};
  main.blocks[1] = {{{.op = FlowOp::tick}},
                    {.kind = FlowTerminator::Kind::branch,
                     .condition = FlowCondition::less_equal,
                     .a = reg(2),
                     .b = reg(3),
                     .then = 2,
                     .otherwise = 3}};
  main.blocks[2] = {{{.op = FlowOp::sub, .to = 4, .a = reg(0), .b = reg(2)},
                     {.op = FlowOp::option},
                     {.op = FlowOp::add, .to = 2, .a = reg(2), .b = number(1)}},
                    {.kind = FlowTerminator::Kind::jump, .then = 1}};
  program.functions.push_back(std::move(main));
  return program;
}

Domain two_heaps() { return Domain::fixed({{"a"}, {"b"}}); }

TableProblem problem_of(const FlowProgram& program, const Domain& domain, const Box& box, ValueKind kind) {
  TableProblem problem;
  problem.flow = [&program] { return Result<const FlowProgram*>(&program); };
  problem.domain = &domain;
  problem.box = box;
  problem.kind = kind;
  return problem;
}

TEST(NativeTable, IsPlannedAndSolved) {
  const FlowProgram program = take(3, 0);
  ASSERT_FALSE(verify(program));
  const Domain domain = two_heaps();
  for (const bool native_code : {true, false}) {
    TableProblem problem = problem_of(program, domain, Box({0, 5}, {400, 9}), ValueKind::grundy);
    problem.native_code = native_code;
    problem.only = TableKernel::native;
    const auto plan = plan_table(problem);
    ASSERT_TRUE(plan) << plan.reason();
    EXPECT_EQ(plan->kernel, TableKernel::native);
    EXPECT_EQ(plan->region, problem.box);
    EXPECT_EQ(plan->bytes, problem.box.size() * 4);
    EXPECT_FALSE(plan->stripes);
    EXPECT_EQ(plan->method.starts_with("machine code"), native_code && has_native_code()) << plan->method;
    const auto table = solve_table(problem, Budget());
    ASSERT_TRUE(table) << table.reason();
    for (std::uint64_t i = 0; i < problem.box.size(); ++i)
      ASSERT_EQ(table->cells[i], static_cast<std::uint32_t>(problem.box.position(i)[0] % 4));
    problem.kind = ValueKind::outcome;
    const auto p_positions = visit_p_positions(problem, Budget(), [](PositionView position) { EXPECT_EQ(position[0] % 4, 0); });
    ASSERT_TRUE(p_positions);
    EXPECT_EQ(*p_positions, 101U * 5);
  }
}

/// Many values and few, rows of the box and beyond it, in a chain and apart.
TEST(NativeTable, IsTheSameByAnyNumberOfThreads) {
  if (!has_native_code()) GTEST_SKIP() << "there is no code generator for this machine";
  const Domain domain = two_heaps();
  for (const std::int64_t most : {3, 200})
    for (const std::int64_t rise : {0, -1}) {
      const FlowProgram program = take(most, rise);
      NativeProblem problem{.program = &program, .domain = &domain, .box = Box({2, 400}, {200, 410})};
      if (rise == 0) problem.box = Box({2, 5}, {300, 40});
      for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
        problem.kind = kind;
        Result<NativeProbe> probe = probe_native(problem);
        ASSERT_TRUE(probe) << probe.reason();
        Budget budget;
        const Result<Table> alone = solve_native(problem, *probe, budget);
        ASSERT_TRUE(alone) << alone.reason();
        probe->seconds = 1;
        for (const bool by_sum : {false, true}) {
          if (by_sum) probe->order = {SolveOrder::Kind::sum, {}};
          for (const unsigned threads : {2U, 3U}) {
            budget.threads = threads;
            const Result<Table> together = solve_native(problem, *probe, budget);
            ASSERT_TRUE(together) << together.reason();
            EXPECT_EQ(together->cells, alone->cells) << most << " " << rise << " " << name(kind) << " " << threads;
          }
        }
      }
    }
}

/// Options that rise leave the box; of a box from below too.
TEST(NativeTable, ReachesBeyondTheBox) {
  const Domain domain = two_heaps();
  for (const std::int64_t rise : {0, 1, 70}) {
    const FlowProgram program = take(2, rise);
    const TableProblem problem = problem_of(program, domain, Box({50, 0}, {90, 20}), ValueKind::remoteness);
    const auto table = solve_table(problem, Budget());
    ASSERT_TRUE(table) << rise << table.reason();
    for (std::uint64_t i = 0; i < problem.box.size(); ++i) {
      const auto a = problem.box.position(i)[0];
      // Who wins leaves a multiple of 3, which the other reduces by 1.
      ASSERT_EQ(table->cells[i], static_cast<std::uint32_t>(a / 3 * 2 + (a % 3 != 0 ? 1 : 0))) << rise;
    }
  }
}

TEST(NativeTable, IsRefusedWhereItDoesNotApply) {
  const FlowProgram program = take(3, 0);
  const Domain domain = two_heaps();
  const auto reason = [&](const auto& change) {
    TableProblem problem = problem_of(program, domain, Box({0, 0}, {100, 100}), ValueKind::outcome);
    change(problem);
    const auto plan = plan_table(problem);
    return plan ? "" : plan.reason();
  };
  EXPECT_EQ(reason([](TableProblem&) {}), "");
  EXPECT_EQ(reason([](TableProblem& p) { p.box = Box({0, 0}, {4, 4}); }), "the moves are not known as a program");
  EXPECT_EQ(reason([](TableProblem& p) {
              p.box = Box({0, 0}, {4, 4});
              p.only = TableKernel::native;
            }),
            "");
  EXPECT_EQ(reason([](TableProblem& p) {
              p.play = Play::by_position;
              p.only = TableKernel::native;
            }),
            "the terminal position decides who wins");
  EXPECT_EQ(reason([](TableProblem& p) { p.only = TableKernel::batch; }), "the moves are not known as a program");
  EXPECT_EQ(reason([](TableProblem& p) {
              p.box = Box({0, 0}, {std::int64_t{1} << 40, 9});
              p.only = TableKernel::native;
            }),
            "the box, or a coordinate in it, is very large");
  EXPECT_EQ(reason([](TableProblem& p) {
              p.flow = [] { return Result<const FlowProgram*>(Refusal{"no flow"}); };
              p.only = TableKernel::native;
            }),
            "no flow");
}

TEST(NativeTable, StopsAndKeepsToItsMemory) {
  const FlowProgram program = take(3, 0);
  const Domain domain = two_heaps();
  const TableProblem problem = problem_of(program, domain, Box({0, 0}, {1000, 1000}), ValueKind::outcome);
  Budget budget;
  budget.memory = 1 << 20;
  EXPECT_THROW((void)solve_table(problem, budget), LimitError);
  const std::atomic<bool> stop{true};
  budget.memory = kUsualMemory;
  budget.stop = &stop;
  EXPECT_THROW((void)solve_table(problem, budget), Interrupted);
}

}  // namespace
}  // namespace bouton
