// Tables of rules with any control flow, against plain recursion over what Lua says of each position.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/base/errors.h"
#include "engine/table/native/native_table.h"
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

struct Plain {
  std::uint32_t grundy = 0;
  bool is_n = false;
  std::uint32_t remoteness = 0;
};

/// By the definitions.
class Recursion {
 public:
  Recursion(RuleFunction& function, bool misere) : function_(function), misere_(misere) {}

  const Plain& of(const Position& position) {
    const std::vector<Coordinate> key(position.begin(), position.end());
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const RuleRun run = function_.interpret(position);
    EXPECT_FALSE(run.failed) << run.error;
    Plain value;
    std::vector<std::uint32_t> values;
    bool to_p = false;
    std::uint32_t least_p = 0, greatest_n = 0;
    for (std::size_t i = 0; i < run.options.size(); ++i) {
      const Plain option = of(Position(run.options[i][0]));
      values.push_back(option.grundy);
      if (option.is_n) {
        greatest_n = std::max(greatest_n, option.remoteness + 1);
      } else {
        least_p = to_p ? std::min(least_p, option.remoteness + 1) : option.remoteness + 1;
        to_p = true;
      }
    }
    while (std::ranges::find(values, value.grundy) != values.end()) ++value.grundy;
    value.is_n = run.options.empty() ? misere_ : to_p;
    value.remoteness = to_p ? least_p : greatest_n;
    return known_.emplace(key, value).first->second;
  }

 private:
  RuleFunction& function_;
  bool misere_;
  std::map<std::vector<Coordinate>, Plain> known_;
};

std::uint32_t value_of(const Plain& plain, ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return plain.grundy;
    case ValueKind::outcome: return plain.is_n ? 1 : 0;
    case ValueKind::remoteness: return plain.remoteness;
  }
  return 0;
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

INSTANTIATE_TEST_SUITE_P(Rules, FlowTables, testing::Range(std::size_t{0}, flow_rules().size()),
                         [](const auto& info) {
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
