// Tables of generated rules, by machine code and by the interpreter of its form, against plain recursion.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/table/native/native_table.h"
#include "tests/bindings/lua/lift/flow/flow_recursion.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

/// The table, by several threads as if it took them long; nothing where the rule may raise an error.
std::optional<Table> table_of(const NativeProblem& problem, unsigned threads = 1) {
  Result<NativeProbe> probe = probe_native(problem);
  if (!probe) return std::nullopt;
  Budget budget;
  budget.threads = threads;
  if (threads > 1) probe->seconds = 1;
  Result<Table> table = solve_native(problem, *probe, budget);
  if (!table) return std::nullopt;
  return *std::move(table);
}

/// Whether the rule could be lifted; counts the tables without an error.
bool compare_tables(std::uint64_t seed, std::uint64_t* solved) {
  const std::string source = RandomFlow(seed, true).source();
  RuleFunction function(source, {{"a", "b"}});
  EXPECT_EQ(function.problem(), "") << source;
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  if (!program) return false;
  const Domain domain = Domain::fixed({{"a"}, {"b"}});
  NativeProblem problem;
  problem.program = &*program;
  problem.domain = &domain;
  problem.box = Box({0, 0}, {9, 11});
  for (const Play play : {Play::normal, Play::misere}) {
    Recursion recursion(function, play == Play::misere);
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      if (play == Play::misere && kind == ValueKind::grundy) continue;
      if (has_splits(*program) && (play == Play::misere || kind == ValueKind::remoteness)) {
        problem.play = play;
        problem.kind = kind;
        EXPECT_FALSE(probe_native(problem)) << source << seed;
        continue;
      }
      problem.play = play;
      problem.kind = kind;
      problem.interpreted = false;
      const std::optional<Table> native = table_of(problem);
      const std::optional<Table> together = table_of(problem, 3);
      EXPECT_EQ(native.has_value(), together.has_value()) << source << seed;
      if (native && together) EXPECT_EQ(native->cells, together->cells) << source << seed;
      problem.interpreted = true;
      const std::optional<Table> interpreted = table_of(problem);
      EXPECT_EQ(native.has_value(), interpreted.has_value()) << source << seed;
      if (!native || !interpreted) continue;
      ++*solved;
      EXPECT_EQ(native->cells, interpreted->cells) << source << seed;
      Position position(problem.box.low());
      for (std::uint64_t i = 0; i < native->cells.size(); ++i, problem.box.next(position))
        if (native->cells[i] != value_of(recursion.of(position), kind)) {
          ADD_FAILURE() << source << seed << " at " << to_string(position) << " " << name(kind);
          return true;
        }
      EXPECT_FALSE(recursion.failed()) << source << seed;
    }
  }
  return true;
}

// Takes some 3 s: of each of 60 rules five tables are made in three ways, and each time the rule is laid out, or compiled to
// machine code, anew.
TEST(RandomTables, AreThoseOfPlainRecursion) {
  const std::uint64_t count = flows_or(60);
  std::uint64_t lifted = 0, solved = 0;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) lifted += compare_tables(seed, &solved) ? 1 : 0;
  if (HasFailure()) return;
  EXPECT_GT(lifted, count * 9 / 10);
  EXPECT_GT(solved, count / 2);
}

}  // namespace
}  // namespace bouton::lua
