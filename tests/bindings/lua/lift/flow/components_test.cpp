// Rules whose positions are sums of their coordinates: which are seen as such, and their tables beside plain recursion.
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/flow/analysis/separation.h"
#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "tests/bindings/lua/lift/flow/flow_recursion.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/lift/flow/random_sums.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

/// "sum", or why the coordinates are not separate, with the line.
std::string separation_of(const std::string& source) {
  RuleFunction function(source, {{"a", "b"}});
  if (!function.problem().empty()) return function.problem();
  const LiftContext context = function.context();
  const Result<FlowProgram> flow = lift_flow(function.state(), 1, context);
  if (!flow) return flow.reason();
  const auto programs = separate_coordinates(*flow);
  if (!programs) return fmt::format("{}, line {}", programs.reason(), programs.refusal().line);
  for (const FlowProgram& program : *programs) EXPECT_FALSE(verify(program));
  return "sum";
}

TEST(Separation, IsSeenInEveryPhrase) {
  EXPECT_EQ(separation_of(R"(return function(a, b)
  local t = 1
  while t * t <= a do move(a - t * t, b) t = t + 1 end
  t = 1
  while t * t <= b do move(a, b - t * t) t = t + 1 end
end)"),
            "sum");
  EXPECT_EQ(separation_of(R"(
local function ones(n) local k = 0 while n > 0 do n = n & (n - 1) k = k + 1 end return k end
local LIMIT = { 2, 5, 3, 7 }
return function(a, b)
  for t = 1, math.min(a, ones(a)) do if a % t == 0 then move(a - t, b) end end
  if b > 0 then move(a, b // 2) end
  for t = 1, math.min(b, LIMIT[b % 4 + 1]) do move(a, b - t) end
end)"),
            "sum");
  // Both loops are over before the next begins, however they end.
  EXPECT_EQ(separation_of("return function(a, b) repeat a = a - 1 if a < 0 then break end move(a, b) until a % 5 == 2 "
                          "if b > 0 then move(a, 0) end end"),
            "an option changes several coordinates, line 1");
  EXPECT_EQ(
      separation_of("return function(a, b) local x = a repeat x = x - 1 if x < 0 then break end move(x, b) until x % 5 == 2 "
                    "if b > 0 then move(a, 0) end end"),
      "sum");
}

TEST(Separation, IsRefusedWhereCoordinatesMeet) {
  EXPECT_EQ(separation_of("return function(a, b) for t = 1, math.min(a, b) do move(a - t, b) end end"),
            "a condition depends on several coordinates, line 1");
  EXPECT_EQ(separation_of("return function(a, b)\nif a > 0 then move(b, a - 1) end end"),
            "an option changes several coordinates, line 2");
  EXPECT_EQ(separation_of("return function(a, b)\nif a == 0 then return end\nif b > 0 then move(a, b - 1) end end"),
            "a condition depends on several coordinates, line 3");
  EXPECT_EQ(separation_of("return function(a, b)\nlocal t = 0\nif a > 3 then t = 1 end\nmove(a, b // 2 + t) end"),
            "an option of one coordinate depends on another, line 4");
  EXPECT_EQ(separation_of("return function(a, b)\nlocal t = 0\nfor i = 1, a do t = t + 1 end\nmove(a, b - t) end"),
            "an option of one coordinate depends on another, line 4");
  EXPECT_EQ(separation_of("return function(a, b)\nif a > 0 then move(a - 1, b) end\nlocal t = 7 // (a - b) end"),
            "whether an error is raised depends on several coordinates, line 3");
  EXPECT_EQ(separation_of("return function(a, b) if a > 0 then move(a, b) end end"),
            "an option is the position itself, line 1");
  EXPECT_EQ(separation_of("return function(a, b)\nlocal t = 1\nwhile t <= a or t <= b do\n"
                          "if t <= a then move(a - t, b) end\nif t <= b then move(a, b - t) end\nt = t + 1 end end"),
            "a condition depends on several coordinates, line 3");
}

struct SumCounts {
  std::uint64_t separate = 0, errors = 0;
};

/// All tables of a random rule that is a sum; counts those rules, and those that raise an error.
void compare_sums(std::uint64_t seed, SumCounts& counts) {
  const std::size_t dimensions = 2 + seed % 2;
  const std::string source = RandomSums(seed, dimensions).source();
  Shape shape;
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dimensions; ++i) {
    shape.coordinates.push_back(std::string(1, static_cast<char>('a' + i)));
    axes.push_back({shape.coordinates.back()});
  }
  RuleFunction function(source, shape);
  ASSERT_EQ(function.problem(), "") << source;
  const LiftContext context = function.context();
  const Result<FlowProgram> flow = lift_flow(function.state(), 1, context);
  ASSERT_TRUE(flow) << source;
  const Domain domain = Domain::fixed(axes);
  const auto from = static_cast<Coordinate>(seed / 2 % 3);
  TableProblem problem;
  problem.flow = [&flow] { return Result<const FlowProgram*>(&*flow); };
  problem.domain = &domain;
  problem.box = dimensions == 2 ? Box({from, 0}, {37, 21}) : Box({0, from, 2 * from}, {6, 19, 18});
  problem.only = TableKernel::components;
  problem.threads = 1 + seed % 3;
  Budget budget;
  budget.threads = problem.threads;
  bool is_separate = false;
  for (const Play play : {Play::normal, Play::misere}) {
    Recursion recursion(function, play == Play::misere);
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      if (play == Play::misere && kind == ValueKind::grundy) continue;
      problem.play = play;
      problem.kind = kind;
      const auto analysis = analyse_table(problem);
      if (!analysis) continue;
      is_separate = true;
      ASSERT_EQ(analysis->plan.kernel, TableKernel::components);
      const Result<Table> table = solve_table(problem, *analysis, budget);
      ASSERT_TRUE(table) << source;
      Position position(problem.box.low());
      std::uint64_t losses = 0;
      for (std::uint64_t i = 0; i < table->cells.size(); ++i, problem.box.next(position)) {
        const std::uint32_t expected = value_of(recursion.of(position), kind);
        ASSERT_EQ(table->cells[i], expected) << source << seed << " at " << to_string(position) << " " << name(kind);
        ASSERT_LE(table->cells[i], analysis->plan.stripes->greatest) << source;
        losses += kind == ValueKind::outcome && expected == 0 ? 1 : 0;
      }
      ASSERT_FALSE(recursion.failed()) << source << seed;
      if (kind != ValueKind::outcome) continue;
      TableProblem positions = problem;
      positions.positions_only = true;
      const auto count = visit_p_positions(positions, budget, [](PositionView) {});
      ASSERT_TRUE(count);
      ASSERT_EQ(*count, losses) << source;
    }
  }
  Recursion recursion(function, false);
  (void)recursion.of(problem.box.high());
  counts.separate += is_separate ? 1 : 0;
  counts.errors += recursion.failed() ? 1 : 0;
}

TEST(Components, HaveTheValuesOfPlainRecursion) {
  const std::uint64_t count = flows_or(120);
  SumCounts counts;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) compare_sums(seed, counts);
  if (HasFailure()) return;
  EXPECT_GT(counts.separate, count / 2);
  EXPECT_GT(counts.errors, 0U);
}

}  // namespace
}  // namespace bouton::lua
