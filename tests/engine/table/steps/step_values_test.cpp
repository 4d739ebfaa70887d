// Rules of constant steps beside brute force: the kernel by itself, for any list of vectors, and the steps that are found in
// programs.
#include "engine/table/steps/step_values.h"

#include <atomic>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "engine/base/errors.h"
#include "engine/table/find_steps.h"
#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "tests/engine/table/questions.h"
#include "tests/engine/table/random_rays.h"
#include "tests/engine/table/table_case.h"
#include "tests/engine/table/taken_cells.h"

namespace bouton {
namespace {

using namespace table_test;

/// The values of a region by plain recursion over the definition of a StepSet.
class PlainSteps {
 public:
  PlainSteps(const StepSet& set, const Box& region, Play play) : set_(set), region_(region), play_(play) {
    entries_.resize(region.size());
  }
  std::uint32_t value(PositionView position, ValueKind kind) {
    const Entry& entry = solve(Position(position));
    if (kind == ValueKind::grundy) return entry.grundy;
    return kind == ValueKind::outcome ? (entry.is_n ? 1U : 0U) : entry.remoteness;
  }

 private:
  struct Entry {
    bool known = false, is_n = false;
    std::uint32_t grundy = 0, remoteness = 0;
  };
  const Entry& solve(const Position& position) {
    Entry& entry = entries_[region_.index(position)];
    if (entry.known) return entry;
    std::set<std::uint32_t> values;
    std::optional<std::uint32_t> least_p, greatest_n;
    for (const Position& step : set_.steps) {
      Position to(position);
      for (std::size_t i = 0; i < to.size(); ++i) to[i] -= step[i];
      if (!region_.contains(to)) continue;
      const Entry& option = solve(to);
      values.insert(option.grundy);
      if (option.is_n) greatest_n = std::max(greatest_n.value_or(0), option.remoteness);
      else least_p = std::min(least_p.value_or(option.remoteness), option.remoteness);
    }
    while (values.contains(entry.grundy)) ++entry.grundy;
    entry.is_n = least_p || (!greatest_n && play_ == Play::misere);
    entry.remoteness = least_p ? *least_p + 1 : greatest_n ? *greatest_n + 1 : 0;
    entry.known = true;
    return entry;
  }

  const StepSet& set_;
  const Box& region_;
  const Play play_;
  std::vector<Entry> entries_;
};

/// What differs between the kernel and recursion; nothing where all agrees.
std::string difference(const StepSet& set, const Box& region, const Box& asked, ValueKind kind, Play play) {
  const auto layout = lay_out_steps(set, region);
  if (!layout) return "refused: " + layout.reason();
  TakenCells found;
  step_values({&*layout, asked, kind, play}, Budget(), found);
  if (found.cells().size() != asked.size()) return fmt::format("{} cells", found.cells().size());
  PlainSteps plain(set, region, play);
  for (std::uint64_t i = 0; i < asked.size(); ++i) {
    const Position position = asked.position(i);
    const std::uint32_t expected = plain.value(position, kind);
    if (found.cells()[i] != expected)
      return fmt::format("{} of {} is {}, not {}", name(kind), to_string(position), found.cells()[i], expected);
  }
  return {};
}

void expect_right(const StepSet& set, const Box& region) {
  for (const auto& [kind, play] : test::kQuestions) EXPECT_EQ(difference(set, region, region, kind, play), "");
}

TEST(StepValues, OfAnyListOfVectorsAreThoseOfPlainRecursion) {
  int seen = 0;
  EXPECT_TRUE(rc::check("the values agree", [&] {
    const auto n = static_cast<std::size_t>(pick(1, 5));
    const std::int64_t longest = n == 1 ? 400 : n == 2 ? 90 : n == 3 ? 20 : 7;
    Position low, high, asked_low, asked_high;
    for (std::size_t i = 0; i < n; ++i) {
      low.push_back(pick(-5, 6));
      high.push_back(low[i] + pick(0, pick(1, longest)));
      asked_low.push_back(pick(0, 2) == 0 ? low[i] : pick(low[i], high[i] + 1));
      asked_high.push_back(pick(0, 2) == 0 ? high[i] : pick(asked_low[i], high[i] + 1));
    }
    const std::int64_t reach = *rc::gen::element<std::int64_t>(2, 3, 8, 40);
    const bool rises = pick(0, 3) == 0;
    StepSet set;
    for (std::int64_t k = 0, count = pick(0, *rc::gen::element<std::int64_t>(5, 12, 80)); k < count; ++k) {
      Position step;
      for (std::size_t i = 0; i < n; ++i) step.push_back(pick(rises && i > 0 ? -reach : 0, reach));
      if (step[0] == 0 && rises) step[0] = 1;
      if (std::ranges::all_of(step, [](Coordinate one) { return one == 0; })) step[n - 1] = 1;
      set.steps.push_back(step);
    }
    const Box region(low, high), asked(asked_low, asked_high);
    const auto& [kind, play] = test::kQuestions[pick(0, 5)];
    const std::string wrong = difference(set, region, asked, kind, play);
    if (wrong != "") RC_FAIL(wrong);
    ++seen;
  }));
  EXPECT_GT(seen, 50);
}

TEST(StepValues, InEveryOrderOfTheAxes) {
  const StepSet two{{{1, 2}, {2, 1}, {0, 3}, {4, 0}}};
  for (const Box& region : {Box({0, 0}, {0, 0}), Box({0, 0}, {0, 300}), Box({0, 0}, {300, 0}), Box({0, 0}, {63, 64}),
                            Box({-3, 5}, {130, 200}), Box({0, 0}, {257, 15}), Box({0, 0}, {16, 300})})
    expect_right(two, region);
  // By rows, by columns, askew, and askew with steps that lead up.
  expect_right({{{1, 0}, {2, 7}}}, Box({0, 0}, {50, 140}));
  expect_right({{{0, 1}, {7, 2}}}, Box({0, 0}, {140, 50}));
  expect_right({{{3, -1}, {2, 0}, {1, 5}}}, Box({0, 0}, {90, 130}));
  expect_right({{{-1, 3}, {0, 2}, {5, 1}}}, Box({0, 0}, {90, 130}));
  expect_right({{{3, -1}, {0, 1}}}, Box({0, 0}, {40, 60}));
  expect_right({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 3, 1}}}, Box({0, 0, 0}, {9, 40, 37}));
  expect_right({{{1, -2, 0}, {0, 1, -3}, {0, 0, 2}}}, Box({0, 0, 0}, {12, 20, 40}));
  expect_right({{{0, 0, 1, 0}, {1, 0, -1, 2}, {0, 2, 0, -1}, {0, 0, 0, 3}}}, Box({0, 0, 0, 0}, {4, 5, 9, 20}));
}

TEST(StepValues, GrundyValuesMayBeOfAnySize) {
  // With all steps up to m along a line the values are x mod (m + 1); beside a step of (1, 1) they are even less regular.
  for (const std::int64_t m : {6, 7, 8, 15, 16, 31, 32, 63, 64, 100, 300}) {
    StepSet line, plane;
    for (std::int64_t t = 1; t <= m; ++t) {
      line.steps.push_back({t});
      plane.steps.push_back({t, 0});
      plane.steps.push_back({0, t});
    }
    plane.steps.push_back({1, 1});
    EXPECT_EQ(difference(line, Box({0}, {3 * m}), Box({0}, {3 * m}), ValueKind::grundy, Play::normal), "") << m;
    const Box square({0, 0}, {m + 20, m / 2 + 21});
    EXPECT_EQ(difference(plane, square, square, ValueKind::grundy, Play::normal), "") << m;
  }
}

TEST(StepValues, PlayMayBeLong) {
  for (const auto& [kind, play] : test::kQuestions) {
    const Box line({0}, {70000}), strip({0, 0}, {1, 33500});
    EXPECT_EQ(difference({{{3000}}}, line, line, kind, play), "");
    // One step after another: recursion would be as deep, so the lengths are counted.
    if (kind == ValueKind::grundy) continue;
    const auto layout = lay_out_steps({{{0, 1}, {1, 0}}}, strip);
    ASSERT_TRUE(layout);
    TakenCells found;
    step_values({&*layout, strip, kind, play}, Budget(), found);
    for (std::uint64_t i = 0; i < strip.size(); ++i) {
      const Position position = strip.position(i);
      const auto length = static_cast<std::uint32_t>(position[0] + position[1]);
      const bool is_n = (length % 2 == 1) == (play == Play::normal);
      ASSERT_EQ(found.cells()[i], kind == ValueKind::outcome ? (is_n ? 1U : 0U) : length) << to_string(position);
    }
  }
}

TEST(StepValues, StopWhereTheyAreAskedTo) {
  const Box region({0, 0}, {500, 500});
  const auto layout = lay_out_steps({{{1, 0}, {0, 1}}}, region);
  ASSERT_TRUE(layout);
  const StepProblem problem{&*layout, region, ValueKind::grundy, Play::normal};
  std::atomic<std::int64_t> polls{3};
  Budget few;
  few.polls_left = &polls;
  TakenCells cells;
  EXPECT_THROW(step_values(problem, few, cells), Interrupted);
  Budget small;
  small.memory = 1000;
  EXPECT_THROW(step_values(problem, small, cells), LimitError);
  EXPECT_TRUE(cells.cells().empty());
  EXPECT_GT(estimate_steps(problem).bytes, region.size());
}

TEST(StepLayout, IsRefusedWhereStepsHaveNoOrder) {
  const Box region({0, 0}, {9, 9});
  EXPECT_FALSE(lay_out_steps({{{1, -1}, {-1, 1}}}, region));
  EXPECT_FALSE(lay_out_steps({{{0, 0}}}, region));
  EXPECT_FALSE(lay_out_steps({{{-1}}}, Box({0}, {9})));
  // A step that stays in the region from no position is none.
  EXPECT_TRUE(lay_out_steps({{{1, 0}, {-10, 0}}}, region));
}

/// Moves through constant lists, each under the conditions that keep it in the domain.
MoveProgram through_lists(std::size_t n, const std::vector<Position>& steps, std::int64_t least) {
  Builder b(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::int64_t> list;
    for (const Position& step : steps) list.push_back(step[i]);
    b.program.lists.push_back(list);
  }
  const ExpressionId k = b.loop(b.c(1), b.c(static_cast<std::int64_t>(steps.size())));
  std::vector<ExpressionId> to;
  std::optional<ExpressionId> inside;
  for (std::size_t i = 0; i < n; ++i) {
    const ExpressionId step = b.program.element(i, k);
    to.push_back(b.sub(b.x(i), step));
    const ExpressionId here = b.op(Op::less_equal, b.add(step, b.c(least)), b.x(i));
    inside = inside ? b.op(Op::logical_and, *inside, here) : here;
  }
  b.branch(*inside);
  b.move(to);
  return b.program;
}

TEST(FindSteps, SeesConstantListsOfEveryLength) {
  EXPECT_TRUE(rc::check("the steps are those of the list", [] {
    const auto n = static_cast<std::size_t>(pick(1, 4));
    const std::int64_t least = pick(-2, 3);
    std::vector<Position> steps;
    for (std::int64_t k = 0, count = pick(1, 30); k < count; ++k) {
      Position step;
      for (std::size_t i = 0; i < n; ++i) step.push_back(pick(0, 5));
      if (std::ranges::all_of(step, [](Coordinate one) { return one == 0; })) step[0] = 1;
      steps.push_back(step);
    }
    Position low, high;
    for (std::size_t i = 0; i < n; ++i) {
      low.push_back(least + pick(0, 4));
      high.push_back(low[i] + pick(5, n == 1 ? 200 : n == 2 ? 40 : 12));
    }
    TableCase asked{through_lists(n, steps, least), plain_domain(n, least), Box(low, high)};
    std::tie(asked.kind, asked.play) = test::kQuestions[pick(0, 5)];
    TableProblem problem = asked.problem();
    problem.only = TableKernel::steps;
    const auto analysis = analyse_table(problem);
    if (!analysis) RC_FAIL(analysis.reason());
    RC_ASSERT(analysis->plan.kernel == TableKernel::steps);
    const auto found = solve_table(problem, *analysis, Budget());
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->cells == brute_force(asked.program, asked.domain, asked.box, asked.play, asked.kind)->cells);
  }));
}

/// What keeps a rule from being one of steps.
std::string refusal_of(const MoveProgram& program, const Domain& domain, const Box& box) {
  TableCase asked{program, domain, box};
  TableProblem problem = asked.problem();
  problem.only = TableKernel::steps;
  const auto analysis = analyse_table(problem);
  return analysis ? "" : analysis.reason();
}

TEST(FindSteps, RefusesOtherConditions) {
  const Box box({0, 0}, {30, 30});
  const auto one = [](auto condition) {
    Builder b(2);
    b.branch(condition(b));
    b.move({b.sub(b.x(0), b.c(2)), b.x(1)});
    return b.program;
  };
  const auto at_least = [](std::size_t axis, std::int64_t number) {
    return [=](Builder& b) { return b.op(Op::less_equal, b.c(number), b.x(axis)); };
  };
  EXPECT_EQ(refusal_of(one(at_least(0, 2)), plain_domain(2), box), "");
  EXPECT_NE(refusal_of(one(at_least(0, 3)), plain_domain(2), box), "");
  const auto both = [&](Builder& b) { return b.op(Op::logical_and, at_least(0, 2)(b), at_least(1, 1)(b)); };
  EXPECT_NE(refusal_of(one(both), plain_domain(2), box), "");
  const auto odd = [&](Builder& b) {
    const ExpressionId is_odd = b.op(Op::equal, b.op(Op::floor_mod, b.x(1), b.c(2)), b.c(1));
    return b.op(Op::logical_and, at_least(0, 2)(b), is_odd);
  };
  EXPECT_NE(refusal_of(one(odd), plain_domain(2), box), "");
  // A list of limits of the position, not of the step.
  Builder b(1);
  b.program.lists.push_back({1, 5, 9});
  const ExpressionId k = b.loop(b.c(1), b.c(3));
  b.branch(b.op(Op::less_equal, b.program.element(0, k), b.x(0)));
  b.move({b.sub(b.x(0), b.c(1))});
  EXPECT_NE(refusal_of(b.program, plain_domain(1), Box({0}, {50})), "");
  EXPECT_NE(refusal_of(ray_rule(2, {{1, 0}, {0, 1}}), plain_domain(2), box), "");
  EXPECT_EQ(refusal_of(ray_rule(2, {{1, 0}, {0, 1}, {1, 1}}, 7), plain_domain(2), box), "");
}

}  // namespace
}  // namespace bouton
