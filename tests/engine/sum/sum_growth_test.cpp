#include "engine/sum/sum_growth.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// A move divides a heap in two.
test::GamePointer dividing(Play play) {
  return test::make_game(
      test::one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate a = 1; a <= p[0] / 2; ++a) {
          out.add_part(Position{a});
          out.add_part(Position{p[0] - a});
          out.end_split();
        }
      },
      play);
}

std::optional<double> sums_of(Coordinate last) {
  const SumRules rules({dividing(Play::misere)}, Play::misere, std::make_shared<MemoryAccount>(Budget()));
  const auto heap = [&](Coordinate n) -> std::optional<Position> {
    const SumPart part{0, {n}};
    return rules.position({&part, 1});
  };
  return estimated_sums(rules, heap, 0, last, {});
}

TEST(SumGrowth, CountsWhatIsFew) {
  // Heaps of 1 have no moves and are left out: what comes of n are the partitions of n.
  EXPECT_EQ(sums_of(5), 7);
  EXPECT_EQ(sums_of(20), 627);
}

TEST(SumGrowth, ContinuesTheNumbersOfPartitions) {
  const std::pair<Coordinate, double> known[] = {{100, 190'569'292.0}, {200, 3.972999e12}, {400, 6.727090e18}};
  for (const auto& [n, partitions] : known) {
    const std::optional<double> sums = sums_of(n);
    ASSERT_TRUE(sums);
    EXPECT_LT(std::abs(std::log(*sums / partitions)), std::log(10) * static_cast<double>(n) / 200) << n << ": " << *sums;
  }
}

}  // namespace
}  // namespace bouton
