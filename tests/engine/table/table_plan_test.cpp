#include "engine/table/table_plan.h"
#include "engine/table/sinks/whole_table.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "engine/base/errors.h"
#include "tests/engine/table/axis_orders.h"
#include "tests/engine/table/random_programs.h"

namespace bouton {
namespace {

using namespace table_test;

TableCase case_of(MoveProgram program, const Domain& domain, const Box& box, ValueKind kind = ValueKind::outcome,
                  Play play = Play::normal) {
  return {.program = std::move(program), .domain = domain, .box = box, .play = play, .kind = kind};
}

std::string refusal_of_plan(const TableProblem& problem) {
  const auto analysis = analyse_table(problem);
  return analysis ? "" : analysis.reason();
}

/// What was passed over, one kernel a text.
bool passed_over(const TableAnalysis& analysis, const std::string& beginning) {
  return std::ranges::any_of(analysis.plan.passed_over,
                             [&](const Refusal& refusal) { return refusal.reason.starts_with(beginning); });
}

/// A plan has the parts that its kernel needs, and no value of the table is beyond what it says of stripes.
TEST(TablePlan, HasWhatItsKernelNeeds) {
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    std::vector<std::size_t> order(rule.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy}) {
      TableCase asked = rule.in(order);
      asked.kind = kind;
      const auto analysis = analyse_table(asked.problem());
      ASSERT_TRUE(analysis) << rule.name;
      const TableAnalysis& found = *analysis;
      EXPECT_EQ(found.rays.has_value(), found.plan.kernel == TableKernel::rays) << rule.name;
      EXPECT_EQ(found.shifts.has_value(), found.plan.kernel == TableKernel::row_shifts) << rule.name;
      EXPECT_EQ(found.steps.has_value(), found.plan.kernel == TableKernel::steps) << rule.name;
      EXPECT_EQ(found.thresholds.has_value(), found.plan.kernel == TableKernel::thresholds) << rule.name;
      EXPECT_EQ(found.threshold_region.has_value(), found.plan.kernel == TableKernel::thresholds) << rule.name;
      EXPECT_EQ(found.turned.has_value(), found.plan.kernel == TableKernel::marking) << rule.name;
      const bool by_positions = found.plan.kernel == TableKernel::marking || found.plan.kernel == TableKernel::batch;
      EXPECT_EQ(found.order.has_value(), by_positions) << rule.name;
      const bool whole = found.plan.kernel == TableKernel::batch || (by_positions && rule.valid);
      EXPECT_EQ(found.plan.stripes.has_value(), !whole) << rule.name;
      // Outcomes alone have thresholds and shifts.
      if (kind != ValueKind::outcome) {
        EXPECT_TRUE(found.plan.kernel == TableKernel::rays || found.plan.kernel == TableKernel::steps ||
                    found.plan.kernel == TableKernel::batch)
            << rule.name;
      }
      EXPECT_FALSE(found.plan.method.empty() || found.plan.shape.empty() || found.plan.cost.empty());
      EXPECT_GE(found.plan.bytes, rule.box.size() * sizeof(std::uint32_t)) << rule.name;
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (found.plan.kernel == TableKernel::thresholds && i == found.thresholds->axis) continue;
        EXPECT_LE(found.plan.region.low()[i], rule.box.low()[i]) << rule.name;
        EXPECT_GE(found.plan.region.high()[i], rule.box.high()[i]) << rule.name;
      }
      // By the batch interpreter all that come before it are left out, and nothing needs to be said of them.
      const auto batch = analyse_table(asked.problem(), KernelChoice::batch_only);
      if (batch) {
        EXPECT_EQ(batch->plan.kernel, TableKernel::batch) << rule.name;
        EXPECT_TRUE(batch->plan.passed_over.empty()) << rule.name;
      }
    }
  }
}

/// Stripes keep to the bound that their plan has for values.
TEST(TablePlan, BoundsTheValuesOfRandomRays) {
  EXPECT_TRUE(rc::check("no value is greater", [] {
    const RandomRays rule = random_rays();
    TableCase asked = case_of(rule.program, rule.domain, rule.box, pick(0, 2) == 0 ? ValueKind::grundy : ValueKind::remoteness);
    const auto analysis = analyse_table(asked.problem());
    RC_CLASSIFY(analysis && analysis->plan.stripes);
    if (!analysis || !analysis->plan.stripes) return;
    const auto expected = brute_force(rule.program, rule.domain, rule.box, Play::normal, asked.kind);
    if (!expected) return;
    RC_ASSERT(*std::ranges::max_element(expected->cells) <= analysis->plan.stripes->greatest);
  }));
}

TEST(TablePlan, TriesTheKernelsInTheOrderOfGain) {
  // Nim has rays, and also bounds loops by each heap: rays come first.
  const auto nim = analyse_table(case_of(heaps(2), plain_domain(2), Box({0, 0}, {9, 9})).problem());
  ASSERT_TRUE(nim);
  EXPECT_EQ(nim->plan.kernel, TableKernel::rays);
  EXPECT_TRUE(nim->plan.passed_over.empty());
  // Take-away has thresholds; that it has no rays is said.
  const auto take = analyse_table(case_of(take_away(2, 0), plain_domain(2), Box({0, 0}, {9, 9})).problem());
  ASSERT_TRUE(take);
  EXPECT_EQ(take->plan.kernel, TableKernel::thresholds);
  EXPECT_TRUE(passed_over(*take, "rays: "));
  EXPECT_FALSE(passed_over(*take, "row shifts: "));
  // Copycat has neither, but shifts.
  const auto shifts = analyse_table(case_of(copycat(4), copycat_domain(4), Box({0, 0}, {2000, 4})).problem());
  ASSERT_TRUE(shifts);
  EXPECT_EQ(shifts->plan.kernel, TableKernel::row_shifts);
  EXPECT_TRUE(passed_over(*shifts, "rays: "));
  EXPECT_TRUE(passed_over(*shifts, "thresholds: "));
  // Of short rows the analysis takes longer than the positions.
  const auto few = analyse_table(case_of(copycat(4), copycat_domain(4), Box({0, 0}, {9, 4})).problem());
  ASSERT_TRUE(few);
  EXPECT_EQ(few->plan.kernel, TableKernel::marking);
  // Euclid's game has no shape at all.
  const auto none = analyse_table(case_of(euclid(), plain_domain(2), Box({0, 0}, {9, 9})).problem());
  ASSERT_TRUE(none);
  EXPECT_EQ(none->plan.kernel, TableKernel::batch);
  for (const char* kernel : {"rays: ", "thresholds: ", "row shifts: "}) EXPECT_TRUE(passed_over(*none, kernel)) << kernel;
}

TEST(TablePlan, PassesShapesOverWhereThePositionsOrThePlayDoNotFitThem) {
  const Squares blocked = {{2, 1}};
  for (const Play play : {Play::normal, Play::misere}) {
    TableCase asked = case_of(wythoff(), plain_domain(2), Box({0, 0}, {9, 9}), ValueKind::outcome, play);
    EXPECT_EQ(analyse_table(asked.problem())->plan.kernel, TableKernel::rays);
    asked.valid = wyt_queens_valid(blocked);
    const auto found = analyse_table(asked.problem());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->plan.kernel, TableKernel::batch);
    EXPECT_TRUE(passed_over(*found, "rays: not every position is valid"));
  }
  TableCase take = case_of(take_away(2, 0), plain_domain(2), Box({0, 0}, {9, 9}), ValueKind::outcome, Play::misere);
  const auto misere = analyse_table(take.problem());
  ASSERT_TRUE(misere);
  EXPECT_NE(misere->plan.kernel, TableKernel::thresholds);
  EXPECT_TRUE(passed_over(*misere, "thresholds: play is not normal"));
  TableProblem by_position = take.problem();
  by_position.play = Play::by_position;
  EXPECT_EQ(refusal_of_plan(by_position), "the terminal position decides who wins");
  by_position.terminal = [](PositionView) { return Outcome::P; };
  EXPECT_EQ(refusal_of_plan(by_position), "");
  by_position.kind = ValueKind::remoteness;
  EXPECT_EQ(refusal_of_plan(by_position), "the terminal position decides who wins");
}

TEST(TablePlan, RefusesWhatNoKernelSolves) {
  TableCase misere = case_of(wythoff(), plain_domain(2), Box({0, 0}, {9, 9}), ValueKind::grundy, Play::misere);
  EXPECT_EQ(refusal_of_plan(misere.problem()), "Grundy values are those of normal play");
  Builder b(1);
  b.split({{b.c(0)}, {b.c(1)}});
  EXPECT_EQ(refusal_of_plan(case_of(b.program, plain_domain(1), Box({0}, {9})).problem()), "a move splits the position");
  const MoveProgram nothing;
  EXPECT_EQ(refusal_of_plan(case_of(nothing, Domain::fixed({}), Box({}, {})).problem()), "positions have no coordinates");
  Builder wraps(1);
  wraps.move({wraps.sub(wraps.x(0), wraps.mul(wraps.x(0), wraps.mul(wraps.x(0), wraps.x(0))))});
  EXPECT_NE(refusal_of_plan(case_of(wraps.program, plain_domain(1), Box({0}, {std::int64_t{1} << 40})).problem()), "");
}

/// A guard without a value somewhere keeps rays away: the interpreter has to say so.
TEST(TablePlan, GuardsThatMayTrapAreForNoRays) {
  for (const std::int64_t divisor : {0, 3}) {
    Builder b(2);
    const ExpressionId by = divisor == 0 ? b.x(1) : b.c(divisor);
    b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(0), by), b.c(0)));
    const ExpressionId t = b.loop(b.c(1), b.x(0));
    b.move({b.sub(b.x(0), t), b.x(1)});
    b.end();
    b.end();
    const auto found = analyse_table(case_of(b.program, plain_domain(2), Box({0, 0}, {9, 9}), ValueKind::grundy).problem());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->plan.kernel == TableKernel::rays, divisor != 0);
    EXPECT_EQ(passed_over(*found, "rays: a guard may have no value"), divisor == 0);
  }
}

/// P-positions alone take no table.
TEST(TablePlan, PositionsAloneTakeLess) {
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    std::vector<std::size_t> order(rule.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    TableCase asked = rule.in(order);
    asked.kind = ValueKind::outcome;
    TableProblem problem = asked.problem();
    const auto table = analyse_table(problem);
    problem.positions_only = true;
    const auto positions = analyse_table(problem);
    ASSERT_TRUE(table && positions) << rule.name;
    EXPECT_EQ(table->plan.kernel, positions->plan.kernel) << rule.name;
    if (table->plan.kernel == TableKernel::thresholds || table->plan.kernel == TableKernel::row_shifts) {
      EXPECT_EQ(table->plan.bytes - positions->plan.bytes, rule.box.size() * sizeof(std::uint32_t)) << rule.name;
    }
  }
}

/// The kernel of rays keeps no sets of so many options: that is seen before it is chosen, not when it runs.
TEST(TablePlan, PassesOverRaysThatAreBoundedByAGreatNumber) {
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
    const TableCase asked{ray_rule(1, {{1}}, 70'000), plain_domain(1), Box({90'000}, {90'010}), Play::normal, kind};
    const auto analysis = analyse_table(asked.problem());
    ASSERT_TRUE(analysis);
    EXPECT_NE(analysis->plan.kernel, TableKernel::rays);
    EXPECT_EQ(analysis->plan.passed_over[0].reason, "rays: a ray's length is bounded by a large number");
  }
}

/// So much memory is enough, and there is an error before the work where there is less than the table takes.
TEST(TablePlan, NamesTheMemoryThatIsTaken) {
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    std::vector<std::size_t> order(rule.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    TableCase asked = rule.in(order);
    asked.kind = ValueKind::outcome;
    const TableProblem problem = asked.problem();
    const auto analysis = analyse_table(problem);
    ASSERT_TRUE(analysis);
    Budget budget;
    budget.memory = analysis->plan.bytes;
    const auto table = solve_table(problem, *analysis, budget);
    if (!rule.falls_back) {
      EXPECT_TRUE(table) << rule.name;
    }
    budget.memory = rule.box.size() * sizeof(std::uint32_t) - 1;
    EXPECT_THROW((void)solve_table(problem, *analysis, budget), LimitError) << rule.name;
  }
}

}  // namespace
}  // namespace bouton
