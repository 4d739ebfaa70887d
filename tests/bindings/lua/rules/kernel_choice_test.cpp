// Which kernel fills a large table: by the plan alone, and what the batch interpreter counts in a corner beside what it counts
// in the whole table.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/flow/native/native_row.h"
#include "engine/plan/solver.h"
#include "engine/table/batch/batch_probe.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton::lua {
namespace {

struct PlannedRule {
  const char* coordinates;
  const char* moves;
};

constexpr PlannedRule kDivisors{"n", "for t = 1, n do if n % t == 0 then move(n - t) end end"};
constexpr PlannedRule kAllBut{"n", "for t = 1, n do if t ~= 1 and t ~= 2 then move(n - t) end end"};
constexpr PlannedRule kHalves{
    "a, b", "for t = 1, a do if t & (a - t) == 0 and t % 3 ~= 0 and t // 2 <= b then move(a - t, b - t // 2) end end"};
constexpr PlannedRule kQuotients{"a, b",
                                 "for t = 1, a do if (a >> (t & 3)) & 1 == 1 then move(a - t, b // t) end end "
                                 "for t = 1, b do if t & 5 ~= 0 then move(a, b - t) end end"};
constexpr PlannedRule kSameParity{"a, b",
                                  "for s = 1, a do if s % 2 == b % 2 then move(a - s, b) end end "
                                  "for s = 1, b do if s % 2 == a % 2 then move(a, b - s) end end"};
/// The loop leaves as soon as a number is too great, and each option has another row.
constexpr PlannedRule kEuclid{"a, b",
                              "if a >= b and b > 0 then for k = 1, a // b do move(a - k * b, b) end end "
                              "if b > a and a > 0 then for k = 1, b // a do move(a, b - k * a) end end"};
/// Neighbours have options that are far apart.
constexpr PlannedRule kSwapped{"a, b", "for t = 1, a do move(b, a - t) end"};

class KernelChoice : public testing::Test {
 protected:
  std::shared_ptr<const Game> game_of(const PlannedRule& rule) {
    std::string names;
    for (const char* c = rule.coordinates; *c != 0; ++c) names += *c == ',' ? "', '" : *c == ' ' ? "" : std::string(1, *c);
    return directory_.load(fmt::format("return game {{ position = {{ '{}' }}, moves = function({}) {} end }}", names,
                                       rule.coordinates, rule.moves));
  }
  static Box square(std::size_t dimensions, Coordinate high) {
    Position low, far;
    for (std::size_t i = 0; i < dimensions; ++i) {
      low.push_back(0);
      far.push_back(high);
    }
    return {std::move(low), std::move(far)};
  }
  static std::size_t dimensions_of(const PlannedRule& rule) { return std::string_view(rule.coordinates).size() > 1 ? 2 : 1; }

  std::optional<TableKernel> kernel(const PlannedRule& rule, Coordinate high, ValueKind kind) {
    Solver solver({game_of(rule)->rules}, Budget(), {.claims = false, .only = MethodChoice{.method = Method::table}});
    const QuestionPlan plan = solver.plan(Question::table_of(square(dimensions_of(rule), high), kind));
    return plan.steps.empty() ? std::nullopt : plan.steps.front().proposal.kernel;
  }

  RuleDirectory directory_;
};

TEST_F(KernelChoice, IsTheBatchInterpreterWhereFewRoundsPassOrOptionsArePushed) {
  EXPECT_EQ(kernel(kDivisors, 20000, ValueKind::outcome), TableKernel::batch);
  EXPECT_EQ(kernel(kDivisors, 20000, ValueKind::remoteness), TableKernel::batch);
  for (const ValueKind kind : {ValueKind::remoteness, ValueKind::grundy}) {
    EXPECT_EQ(kernel(kHalves, 600, kind), TableKernel::batch);
    EXPECT_EQ(kernel(kQuotients, 600, kind), TableKernel::batch);
  }
  EXPECT_EQ(kernel(kSameParity, 600, ValueKind::remoteness), TableKernel::batch);
  // Its Grundy values are far too many for sets of bits.
  EXPECT_EQ(kernel(kAllBut, 20000, ValueKind::grundy), TableKernel::batch);
}

TEST_F(KernelChoice, IsMachineCodeWhereOptionsAreFewOrApart) {
  if (!has_native_code()) GTEST_SKIP() << "there is no code generator for this processor";
  for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy})
    EXPECT_EQ(kernel(kEuclid, 600, kind), TableKernel::native);
  EXPECT_EQ(kernel(kSwapped, 600, ValueKind::grundy), TableKernel::native);
}

/// Work in the whole table is foreseen from three corners.
TEST_F(KernelChoice, CountsInACornerWhatTheWholeTableWillTake) {
  for (const PlannedRule& rule : {kDivisors, kAllBut, kHalves, kQuotients, kSameParity, kEuclid, kSwapped}) {
    const std::shared_ptr<const Game> game = game_of(rule);
    const std::size_t dimensions = dimensions_of(rule);
    const Box box = square(dimensions, dimensions == 1 ? 9999 : 349);
    const Lifting lifting = game->rules->lifting(dimensions);
    ASSERT_NE(lifting.moves, nullptr) << rule.moves;
    const auto region = find_region(*lifting.moves, game->rules->domain(), box);
    ASSERT_TRUE(region) << rule.moves;
    const auto order = find_order(*lifting.moves, *region);
    ASSERT_TRUE(order) << rule.moves;
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy}) {
      BatchProblem problem;
      problem.program = lifting.moves;
      problem.region = &*region;
      problem.order = &*order;
      problem.kind = kind;
      BatchWork counted;
      ASSERT_TRUE(solve_batch(problem, Budget(), &counted)) << rule.moves;
      const auto foreseen = probe_batch(problem, game->rules->domain());
      if (!foreseen) continue;  // a corner takes more than some milliseconds
      const auto size = static_cast<double>(region->box.size());
      const double ratio = seconds_of_batch(size, *foreseen) / seconds_of_batch(size, counted);
      EXPECT_GT(ratio, 0.5) << rule.moves << " " << name(kind);
      EXPECT_LT(ratio, 2) << rule.moves << " " << name(kind);
    }
  }
}

}  // namespace
}  // namespace bouton::lua
