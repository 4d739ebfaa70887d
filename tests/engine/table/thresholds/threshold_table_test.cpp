#include "engine/table/thresholds/threshold_table.h"
#include "bouton_places.h"

#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include "engine/table/sinks/whole_table.h"
#include "engine/table/table_plan.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton {
namespace {

using namespace table_test;

Result<ThresholdTable> solve(const MoveProgram& program, const Domain& domain, const Box& box) {
  const auto families = move_families(program);
  if (!families) return families.refusal();
  const auto shape = find_thresholds(*families, box.dimensions());
  if (!shape) return shape.refusal();
  const auto region = find_region_without(program, domain, box, shape->axis);
  if (!region) return region.refusal();
  return solve_thresholds(*shape, *region, domain, Budget());
}

TEST(Thresholds, EqualTheOracleOfTakeAway) {
  std::ifstream file(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/takeaway_2000.json");
  const auto oracle = nlohmann::json::parse(file);
  const std::map<std::string, MoveProgram> rules = {
      {"x", take_away(1, 0)}, {"2x", take_away(2, 0)}, {"2x-1", take_away(2, -1)}, {"3x", take_away(3, 0)}};
  int compared = 0;
  for (const auto& [name, facts] : oracle["f"].items()) {
    const auto rule = rules.find(name);
    if (rule == rules.end()) continue;
    ++compared;
    const auto found = solve(rule->second, plain_domain(2), Box({0, 0}, {2000, 1999}));
    ASSERT_TRUE(found) << found.reason();
    const auto& thresholds = found->thresholds;
    for (std::size_t n = 1; n <= 2000; ++n)
      EXPECT_EQ(thresholds[n], facts["min_winning_take"][n].get<std::uint32_t>()) << name << " " << n;
  }
  EXPECT_GE(compared, 2);
}

/// What the plan names runs: a shape that the kernel would refuse is not planned.
TEST(Thresholds, ArePlannedOnlyWhereTheyAreFound) {
  // A loop from 0: its first option is the position with another limit.
  Builder still(2), beyond(2);
  const ExpressionId t = still.loop(still.c(0), still.min(still.sub(still.x(1), still.c(1)), still.x(0)));
  still.move({still.sub(still.x(0), t), t});
  still.end();
  // The next limit is below 0, where there is none.
  const ExpressionId u = beyond.loop(beyond.c(1), beyond.min(beyond.x(1), beyond.x(0)));
  beyond.move({beyond.sub(beyond.x(0), u), beyond.sub(u, beyond.c(2))});
  beyond.end();
  for (const auto& [program, reason] : {std::pair(still.program, "thresholds: an option does not come before its position"),
                                        std::pair(beyond.program, "thresholds: an option may leave the domain")}) {
    const Domain domain = plain_domain(2);
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.box = Box({0, 0}, {12, 12});
    problem.kind = ValueKind::outcome;
    const Result<TableAnalysis> analysis = analyse_table(problem);
    ASSERT_TRUE(analysis);
    EXPECT_NE(analysis->plan.kernel, TableKernel::thresholds);
    EXPECT_TRUE(std::ranges::any_of(analysis->plan.passed_over, [&](const Refusal& why) { return why.reason == reason; }))
        << reason;
  }
}

TEST(Thresholds, RandomRules) {
  const bool good = rc::check("thresholds equal brute force", [] {
    // take 1 to min(bound(limit), n) sticks; the next limit is some function of the take; perhaps a third coordinate.
    Builder b(2);
    const ExpressionId n = b.x(0), limit = b.x(1);
    const std::int64_t first = pick(1, 3), step = pick(1, 3);
    ExpressionId bound = b.add(b.mul(limit, b.c(pick(1, 3))), b.c(pick(-2, 3)));
    if (pick(0, 2) == 0) bound = b.op(Op::floor_div, bound, b.c(pick(2, 4)));
    const ExpressionId t = b.loop(b.c(first), b.min(bound, n), step);
    const std::int64_t guard = pick(0, 3);
    if (guard == 1) b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.add(n, t), b.c(3)), b.c(0)));
    ExpressionId next = b.add(b.mul(t, b.c(pick(-1, 3))), b.c(pick(-3, 6)));
    if (pick(0, 3) == 0) next = b.op(Op::bit_xor, t, b.c(pick(0, 8)));
    b.move({b.sub(n, t), b.max(next, b.c(0))});
    if (guard == 1) b.end();
    b.end();
    if (pick(0, 3) == 0) {
      b.branch(b.op(Op::less, b.c(7), n));
      b.move({b.sub(n, b.c(pick(1, 8))), b.c(pick(0, 5))});
      b.end();
    }
    const Box box({pick(0, 3), pick(0, 3)}, {pick(3, 60), pick(3, 40)});
    const auto expected = brute_force(b.program, plain_domain(2), box, Play::normal, ValueKind::outcome);
    RC_ASSERT(expected.has_value());
    const auto found = solve(b.program, plain_domain(2), box);
    RC_CLASSIFY(!found);
    if (!found) return;
    const auto& table = *found;
    for (std::uint64_t i = 0; i < box.size(); ++i) {
      const Position position = box.position(i);
      RC_ASSERT((expected->outcome(i) == Outcome::P) == table.is_p(table.rest.index(Position{position[0]}), position[1]));
    }
  });
  EXPECT_TRUE(good);
}

/// The thresholds of a game of two coordinates, the second one being the limit, beside brute force.
void expect_as_by_brute_force(const MoveProgram& program, const Domain& domain, const Box& box) {
  const auto expected = brute_force(program, domain, box, Play::normal, ValueKind::outcome);
  ASSERT_TRUE(expected.has_value());
  const auto found = solve(program, domain, box);
  ASSERT_TRUE(found) << found.reason();
  const auto& table = *found;
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const Position position = box.position(i);
    EXPECT_EQ(table.is_p(table.rest.index(Position{position[0]}), position[1]), expected->outcome(i) == Outcome::P)
        << to_string(PositionView(position));
  }
}

TEST(Thresholds, MayBeNegative) {
  for (const std::int64_t more : {6, 3, 0, -3}) {
    Builder b(2);
    const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.add(b.x(1), b.c(more))));
    b.move({b.sub(b.x(0), t), b.sub(b.c(2), t)});
    b.end();
    const Domain domain = Domain::fixed({{.name = "n"}, {.name = "r", .least = -50, .greatest = 50}});
    expect_as_by_brute_force(b.program, domain, Box({0, -9}, {12, 9}));
  }
}

TEST(Thresholds, RandomRulesWithNegativeLimitsAndGuardsThatEndTheLoop) {
  const bool good = rc::check("thresholds from a least limit on equal brute force", [] {
    const std::int64_t least = pick(-6, 3);
    Builder b(2);
    const ExpressionId n = b.x(0), limit = b.x(1);
    ExpressionId bound = b.add(b.mul(limit, b.c(pick(1, 3))), b.c(pick(-2, 9)));
    if (pick(0, 2) == 0) bound = b.op(Op::floor_div, bound, b.c(pick(2, 4)));
    const ExpressionId t = b.loop(b.c(pick(1, 3)), bound, pick(1, 3));
    const std::int64_t factor = pick(1, 3);
    b.branch(b.op(Op::less_equal, b.mul(t, b.c(factor)), n));
    b.move({b.sub(n, t), b.max(b.sub(t, b.c(pick(-2, 9))), b.c(least))});
    b.end();
    b.end();
    const Domain domain = Domain::fixed({{.name = "n"}, {.name = "r", .least = least}});
    const std::int64_t low = pick(least, 4);
    const Box box({pick(0, 3), low}, {pick(3, 40), pick(low, 20)});
    const auto expected = brute_force(b.program, domain, box, Play::normal, ValueKind::outcome);
    RC_ASSERT(expected.has_value());
    const auto found = solve(b.program, domain, box);
    RC_CLASSIFY(!found);
    if (!found) return;
    const auto& table = *found;
    for (std::uint64_t i = 0; i < box.size(); ++i) {
      const Position position = box.position(i);
      RC_ASSERT((expected->outcome(i) == Outcome::P) == table.is_p(table.rest.index(Position{position[0]}), position[1]));
    }
  });
  EXPECT_TRUE(good);
}

TEST(Thresholds, OfALimitOfTheLeastIntegersCount) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.add(b.x(1), b.c(100))));
  b.move({b.sub(b.x(0), t), b.c(-101)});
  b.end();
  const Domain domain = Domain::fixed({{.name = "n"}, {.name = "r", .least = kLeastCoordinate}});
  const auto found = solve(b.program, domain, Box({0, -110}, {12, -90}));
  ASSERT_FALSE(found);  // too far from the least one to be counted
}

TEST(Thresholds, EndWhereOnlyAGuardEndsTheLoop) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(1));
  b.branch(b.op(Op::less_equal, t, b.x(0)));
  b.move({b.sub(b.x(0), t), t});
  b.end();
  b.end();
  expect_as_by_brute_force(b.program, plain_domain(2), Box({0, 0}, {20, 25}));
}

TEST(Thresholds, EndAtTheGreatestLimitThatIsAskedFor) {
  // The guard says nothing about how far the loop may run: n + t must be a multiple of 2, but no move is from 0 and 1.
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.x(1));
  b.branch(b.op(Op::less_equal, b.c(2), b.x(0)));
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, t, b.c(2)), b.op(Op::floor_mod, b.x(0), b.c(2))));
  b.move({b.c(0), b.c(0)});
  b.end();
  b.end();
  b.end();
  b.branch(b.op(Op::less_equal, b.c(1), b.x(0)));
  const ExpressionId u = b.loop(b.c(1), b.x(1));
  b.branch(b.op(Op::less, u, b.c(0)));
  b.move({b.sub(b.x(0), b.c(1)), b.c(5)});
  b.end();
  b.end();
  b.end();
  expect_as_by_brute_force(b.program, plain_domain(2), Box({0, 0}, {9, 7}));
}

/// The thresholds are found in the order of the other coordinates: one that stays while another rises is none of them.
TEST(Thresholds, AreRefusedWhereAnOptionComesLater) {
  // Take up to the limit, a at most once, while b rises: (a - t // 2, b + t, 1), for t from 1 or from 2 on.
  for (const std::int64_t first : {1, 2}) {
    Builder b(3);
    const ExpressionId t = b.loop(b.c(first), b.min(b.x(2), b.sub(b.c(3), b.x(1))));
    const ExpressionId half = b.op(Op::floor_div, t, b.c(2));
    b.branch(b.op(Op::less_equal, half, b.x(0)));
    b.move({b.sub(b.x(0), half), b.add(b.x(1), t), b.c(1)});
    b.end();
    b.end();
    const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 3}, {.name = "limit"}});
    const Box box({0, 0, 0}, {9, 3, 9});
    const auto found = solve(b.program, domain, box);
    // From t = 2 on a falls, and so the option comes earlier, whatever b does.
    EXPECT_EQ(found.has_value(), first == 2);
    if (!found) {
      EXPECT_EQ(found.reason(), "an option does not come before its position");
    }
    TableProblem problem;
    problem.moves = &b.program;
    problem.domain = &domain;
    problem.box = box;
    problem.kind = ValueKind::outcome;
    const auto table = solve_table(problem, Budget());
    ASSERT_TRUE(table);
    EXPECT_EQ(table->cells, brute_force(b.program, domain, box, Play::normal, ValueKind::outcome)->cells);
  }
}

TEST(Thresholds, AreRefusedWhereAnotherCoordinateIsNotLowered) {
  const auto reason = [](const MoveProgram& program, const Box& box) {
    const auto found = solve(program, plain_domain(box.dimensions()), box);
    return found ? std::string() : found.reason();
  };
  // Along b upwards, a as it is.
  Builder up(3);
  const ExpressionId t = up.loop(up.c(1), up.x(2));
  up.branch(up.op(Op::less, up.x(1), up.c(10)));
  up.move({up.x(0), up.add(up.x(1), up.c(1)), t});
  up.end();
  up.end();
  EXPECT_EQ(reason(up.program, Box({0, 0, 0}, {3, 10, 5})), "an option does not come before its position");
  // By t - 1 down, which may be not at all.
  Builder stay(2);
  const ExpressionId u = stay.loop(stay.c(1), stay.min(stay.x(0), stay.x(1)));
  stay.move({stay.add(stay.sub(stay.x(0), u), stay.c(1)), stay.sub(u, stay.c(1))});
  stay.end();
  EXPECT_EQ(reason(stay.program, Box({0, 0}, {9, 5})), "an option does not come before its position");
}

TEST(Thresholds, AreNotFoundWhereTheLimitDoesMore) {
  EXPECT_FALSE(solve(wythoff(), plain_domain(2), Box({0, 0}, {9, 9})));
  EXPECT_FALSE(solve(copycat(3), copycat_domain(3), Box({0, 0}, {9, 3})));
  // A greater limit allows less.
  Builder less(2);
  const ExpressionId t = less.loop(less.c(1), less.min(less.x(0), less.sub(less.c(10), less.x(1))));
  less.move({less.sub(less.x(0), t), t});
  less.end();
  EXPECT_FALSE(solve(less.program, plain_domain(2), Box({0, 0}, {9, 9})));
  // The limit bounds the inner one of two loops.
  Builder nested(2);
  const ExpressionId u = nested.loop(nested.c(1), nested.c(2));
  const ExpressionId v = nested.loop(nested.c(1), nested.x(1));
  nested.branch(nested.op(Op::less_equal, nested.add(u, v), nested.x(0)));
  nested.move({nested.sub(nested.x(0), nested.add(u, v)), v});
  nested.end();
  nested.end();
  nested.end();
  EXPECT_FALSE(solve(nested.program, plain_domain(2), Box({0, 0}, {9, 9})));
}

TEST(Thresholds, WithGuardsThatMustNotHold) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.x(0), b.x(1)));
  b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.add(t, b.x(0)), b.c(3)), b.c(0)));
  b.move({b.sub(b.x(0), t), b.c(1)});
  b.otherwise();
  b.move({b.sub(b.x(0), t), b.mul(t, b.c(2))});
  b.end();
  b.end();
  expect_as_by_brute_force(b.program, plain_domain(2), Box({0, 0}, {30, 20}));
}

TEST(Thresholds, OfHeapsThatAreNeverEmpty) {
  Builder b(2);
  const ExpressionId t = b.loop(b.c(1), b.min(b.sub(b.x(0), b.c(2)), b.x(1)));
  b.move({b.sub(b.x(0), t), b.mul(t, b.c(2))});
  b.end();
  const Domain domain = Domain::fixed({{.name = "n", .least = 2}, {.name = "limit"}});
  const auto expected = brute_force(b.program, domain, Box({2, 0}, {30, 20}), Play::normal, ValueKind::outcome);
  const auto found = solve(b.program, domain, Box({2, 0}, {30, 20}));
  ASSERT_TRUE(found) << found.reason();
  for (std::uint64_t i = 0; i < expected->box.size(); ++i) {
    const Position position = expected->box.position(i);
    EXPECT_EQ(found->is_p(found->rest.index(Position{position[0]}), position[1]), expected->outcome(i) == Outcome::P);
  }
}

}  // namespace
}  // namespace bouton
