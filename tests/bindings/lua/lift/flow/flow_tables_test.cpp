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

/// Rules that split, each with control flow.
const std::vector<FlowRule>& splitting_rules() {
  static const std::vector<FlowRule> rules = {
      {"Kayles", "return function(n) for k = 1, 2 do for i = 0, n - k do split(i, n - k - i) end end end", {70}},
      {"Grundy's game", "return function(n) local i = 1 while 2 * i < n do split.apart(i, n - i) i = i + 1 end end", {90}},
      // Mock turtles: values grow by more than one.
      {"three coins",
       "return function(n) if n == 0 then return end split() for i = 1, n - 1 do split(i) for j = 1, i - 1 do split(j, i) end "
       "end "
       "end",
       {70}},
      {"four heaps",
       "return function(n) for a = 1, n do for b = a, n do for c = b, n do local d = n - a - b - c if d < c then break end "
       "split(a, b, c, d) end end end end",
       {40}},
      {"larger together", "return function(n) for b = 1, n // 2 do split(n - 2 * b, n - b) end end", {120}},
      {"two coordinates",
       "return function(a, b) for t = 1, a do if t % 3 ~= 2 then split({ a - t, b }, { b, t - 1 }) end end "
       "if b > 0 then move(a, b - 1) end if a > b then split({ b, a - 1 }, { 0, b }, { b // 2, b // 3 }) end end",
       {12, 12}}};
  return rules;
}

TEST(FlowTable, OfMovesThatSplitIsThatOfPlainRecursion) {
  for (const FlowRule& rule : splitting_rules()) {
    const std::size_t dimensions = rule.high.size();
    RuleFunction function(rule.source, shape_of(dimensions));
    ASSERT_EQ(function.problem(), "") << rule.name;
    const LiftContext context = function.context();
    const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
    ASSERT_TRUE(program) << program.reason();
    const Domain domain = domain_of(dimensions);
    Recursion recursion(function, false);
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome})
      for (const bool interpreted : {false, true}) {
        NativeProblem problem;
        problem.program = &*program;
        problem.domain = &domain;
        problem.box = Box(zeros(dimensions), rule.high);
        problem.kind = kind;
        problem.interpreted = interpreted;
        expect_table(problem, recursion, rule.name);
      }
  }
}

// A round that is not counted is bounded by what its loop may take, which is far more than these take.
TEST(FlowTable, APositionMayTakeMoreRoundsThanThoseThatAreNotCountedAllow) {
  const std::string source =
      "return function(a, b) if a > 0 then for i = 1, a * 8000 do for j = 1, 60000 do if j > b then break end "
      "end end move(a - 1, b) end end";
  EXPECT_EQ(ending(source), "solved");
}

TEST(FlowTable, FollowsOptionsOutOfTheBox) {
  EXPECT_EQ(ending("return function(a, b) if a < 500 and b > 0 then move(2 * a + 3, b - 1) end end"), "solved");
  EXPECT_EQ(ending("return function(a, b) if b > 0 then move(a + 100000, b - 1) end end", 1 << 20),
            "options lead further than the memory holds");
}

}  // namespace
}  // namespace bouton::lua
