// Tables of rules with any control flow, against plain recursion over what Lua says of each position.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/base/errors.h"
#include "engine/table/native/native_table.h"
#include "tests/bindings/lua/lift/flow/flow_recursion.h"
#include "tests/bindings/lua/lift/flow/flow_rules.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

constexpr const char* kNames = "abcdefgh";

Shape shape_of(std::size_t dimensions) {
  Shape shape;
  for (std::size_t i = 0; i < dimensions; ++i) shape.coordinates.emplace_back(1, kNames[i]);
  return shape;
}

Domain domain_of(std::size_t dimensions) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dimensions; ++i) axes.push_back({std::string(1, kNames[i])});
  return Domain::fixed(std::move(axes));
}

Position zeros(std::size_t dimensions) {
  Position zero;
  for (std::size_t i = 0; i < dimensions; ++i) zero.push_back(0);
  return zero;
}

void expect_table(const NativeProblem& problem, Recursion& recursion, const std::string& name) {
  const Result<NativeProbe> probe = probe_native(problem);
  ASSERT_TRUE(probe) << name << probe.reason();
  const Result<Table> table = solve_native(problem, *probe, Budget());
  ASSERT_TRUE(table) << name << ": " << table.reason();
  Position position(problem.box.low());
  for (std::uint64_t i = 0; i < table->cells.size(); ++i, problem.box.next(position))
    ASSERT_EQ(table->cells[i], value_of(recursion.of(position), problem.kind))
        << name << " " << to_string(position) << " " << bouton::name(problem.kind);
  EXPECT_FALSE(recursion.failed()) << name;
}

class FlowTables : public testing::TestWithParam<std::size_t> {};

TEST_P(FlowTables, AreThoseOfPlainRecursion) {
  const FlowRule& rule = flow_rules()[GetParam()];
  const std::size_t dimensions = rule.high.size();
  RuleFunction function(rule.source, shape_of(dimensions));
  ASSERT_EQ(function.problem(), "");
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  ASSERT_TRUE(program) << program.reason();
  const Domain domain = domain_of(dimensions);
  for (const Play play : {Play::normal, Play::misere}) {
    Recursion recursion(function, play == Play::misere);
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      if (play == Play::misere && kind == ValueKind::grundy) continue;
      for (const bool interpreted : {false, true}) {
        NativeProblem problem;
        problem.program = &*program;
        problem.domain = &domain;
        problem.play = play;
        problem.box = Box(zeros(dimensions), rule.high);
        problem.kind = kind;
        problem.interpreted = interpreted;
        expect_table(problem, recursion, rule.name);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, FlowTables, testing::Range(std::size_t{0}, flow_rules().size()), [](const auto& info) {
  std::string name = flow_rules()[info.param].name;
  std::ranges::replace(name, ' ', '_');
  return name;
});

/// What becomes of a rule of two coordinates on the box to 12, 12.
std::string ending(const std::string& source, std::size_t memory = kUsualMemory) {
  RuleFunction function(source, shape_of(2));
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  if (!program) return program.reason();
  const Domain domain = domain_of(2);
  NativeProblem problem;
  problem.program = &*program;
  problem.domain = &domain;
  problem.box = Box({0, 0}, {12, 12});
  const Result<NativeProbe> probe = probe_native(problem);
  if (!probe) return probe.reason();
  Budget budget;
  budget.memory = memory;
  try {
    const Result<Table> table = solve_native(problem, *probe, budget);
    return table ? "solved" : table.reason();
  } catch (const LimitError& error) {
    return error.what();
  }
}

TEST(FlowTable, RefusesWhatTheInterpreterMustSay) {
  EXPECT_EQ(ending("return function(a, b) if b > 0 then move(a, b - 1) end local x = 1 // (a - 11) end"),
            "an expression has no value somewhere (division by 0, or no such element)");
  EXPECT_EQ(ending("return function(a, b) if a == 11 and b == 7 then move(-1, 0) end end"),
            "an option is not a position of the game");
  EXPECT_EQ(ending("return function(a, b) if a > 0 then move(a - 1, b) else move(12, b) end end"), "play has cycles");
  EXPECT_EQ(ending("return function(a, b) if a == 5 then move(a, b) end end"), "play has cycles");
  EXPECT_EQ(ending("return function(a, b) if a == 9 then while true do end end end"), "a loop takes too long");
}

TEST(FlowTable, FollowsOptionsOutOfTheBox) {
  EXPECT_EQ(ending("return function(a, b) if a < 500 and b > 0 then move(2 * a + 3, b - 1) end end"), "solved");
  EXPECT_EQ(ending("return function(a, b) if b > 0 then move(a + 100000, b - 1) end end", 1 << 20),
            "options lead further than the memory holds");
}

}  // namespace
}  // namespace bouton::lua
