#include "engine/table/sinks/p_positions.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/table/kept_values.h"
#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

TEST(PPositions, GoOn) {
  const std::vector<TableCase> stripe_cases = {
      {wythoff(), plain_domain(2), Box({0, 0}, {150, 150})},    {wythoff(), plain_domain(2), Box({20, 3}, {33, 140})},
      {heaps(3), plain_domain(3), Box({0, 0, 0}, {9, 12, 20})}, {nimrod(), nimrod_domain(), Box({0, 1}, {30000, 1})},
      {nimrod(), nimrod_domain(), Box({40, 2}, {3000, 4})},     {take_away(2, 0), plain_domain(2), Box({0, 0}, {600, 50})},
  };
  for (TableCase asked : stripe_cases) {
    asked.kind = ValueKind::outcome;
    TableProblem problem = asked.problem();
    std::vector<Position> expected, found;
    ASSERT_TRUE(visit_p_positions(problem, Budget(), [&](PositionView p) { expected.emplace_back(p); }));
    StoppingCourse resumable;
    for (bool done = false; !done;) try {
        done = visit_p_positions(
                   problem, Budget(), [&](PositionView p) { found.emplace_back(p); }, &resumable)
                   .has_value();
      } catch (const StripesKilled&) {}
    ASSERT_EQ(found, expected) << to_string(asked.box.high());
    EXPECT_GT(resumable.from.done, 0U);
  }
}

/// In take-away with at most as many as were taken before, the limits that lose are those below the greatest power of 2 that
/// divides the heap: a row of a million has a run of them and nothing else.
TEST(PPositions, OfLongRowsAreThoseOfTheTheorem) {
  constexpr std::int64_t kHeaps = 300, kLimits = 1'000'000;
  TableCase asked{take_away(1, 0), plain_domain(2), Box({1, 0}, {kHeaps, kLimits}), Play::normal, ValueKind::outcome};
  std::vector<Position> expected, found;
  for (Coordinate n = 1; n <= kHeaps; ++n)
    for (Coordinate limit = 0; limit < (n & -n); ++limit) expected.push_back({n, limit});
  const auto count = visit_p_positions(asked.problem(), Budget(), [&](PositionView p) { found.emplace_back(p); });
  ASSERT_TRUE(count);
  EXPECT_EQ(*count, expected.size());
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace bouton
