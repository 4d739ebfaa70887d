// Nimrod: what Henle and Schlatter prove of it, corrected where their text is wrong.
#include <gtest/gtest.h>

#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

TEST(Nimrod, StartsWithOne) { EXPECT_EQ(complete_position(*GameUnderTest::load("nimrod"), {20}), (BigPosition{20, 1})); }

TEST(Nimrod, TheLosingStartsAreTwoOrThreeApart) {
  const std::set<Position> found = GameUnderTest("nimrod").p_positions({1, 1}, {300, 1});
  std::vector<Coordinate> starts;
  for (const Position& position : found) starts.push_back(position[0]);
  const std::vector<Coordinate> first = {3, 5, 8, 11, 13, 16, 19, 21, 24, 26, 29, 31, 34, 37, 39, 42};
  ASSERT_GE(starts.size(), first.size());
  EXPECT_EQ(std::vector<Coordinate>(starts.begin(), starts.begin() + 16), first);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    EXPECT_GE(starts[i] - starts[i - 1], 2);
    EXPECT_LE(starts[i] - starts[i - 1], 3);
  }
}

TEST(NimrodTheorem, TheIntervalsOutsideTheCore) {
  constexpr Coordinate most = 300;
  const Table table = GameUnderTest("nimrod").outcomes({0, 1}, {most, most + 3});
  const auto is_losing = [&](Coordinate p, Coordinate r) {
    return table.outcome(table.box.index(Position{p, r})) == Outcome::P;
  };
  for (Coordinate r = 1; r <= most + 2; ++r) {
    for (Coordinate k = 0; (2 * k - 1) * r - k - 1 < most; ++k) {
      const auto wins_by_taking = [&](Coordinate low, Coordinate high, Coordinate taken) {
        for (Coordinate p = low + 1; p < high && p <= most; ++p) {
          EXPECT_FALSE(is_losing(p, r)) << p << "," << r;
          EXPECT_TRUE(taken >= 1 && taken <= p && is_losing(p - taken, taken)) << p << "," << r << " by " << taken;
        }
      };
      if (k >= 1) {
        wins_by_taking((2 * k - 1) * r - k - 1, 2 * k * r - 3 * k, r - 1);
        wins_by_taking((2 * k - 1) * r + k - 2, 2 * k * r - k, r);
        wins_by_taking((2 * k - 1) * r + 3 * k - 3, 2 * k * r + k, r + 1);
      }
      for (Coordinate p = std::max<Coordinate>(2 * k * r + k, 0); p < (2 * k + 1) * r - k - 1 && p <= most; ++p)
        EXPECT_TRUE(is_losing(p, r)) << p << "," << r;
    }
  }
}

}  // namespace
}  // namespace bouton
