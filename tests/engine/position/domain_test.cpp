#include "engine/position/domain.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

const Domain kFixed = Domain::fixed({{.name = "p"}, {.name = "r", .least = 1, .greatest = 9}});
const Domain kPiles = Domain::piles({.name = "a", .least = 2}, 1, 3);

TEST(Domain, ContainsWhatIsInTheRangeOfEachAxis) {
  EXPECT_TRUE(kFixed.contains(Position{0, 1}));
  EXPECT_FALSE(kFixed.contains(Position{-1, 1}));
  EXPECT_FALSE(kFixed.contains(Position{0, 10}));
  EXPECT_FALSE(kFixed.contains(Position{0}));
  EXPECT_TRUE(kPiles.contains(Position{2, 3, 4}));
  EXPECT_FALSE(kPiles.contains(Position{}));
  EXPECT_FALSE(kPiles.contains(Position{1}));
}

TEST(Domain, HasNoEndWhereAnAxisHasNone) {
  const Integer big("123456789012345678901234567890");
  EXPECT_TRUE(kFixed.contains(BigPosition{big, 1}));
  EXPECT_FALSE(kFixed.contains(BigPosition{1, big}));
}

TEST(Domain, SaysWhatIsWrong) {
  EXPECT_EQ(kFixed.complaint(Position{1}), "has 1 coordinate, this game has 2 (p, r)");
  EXPECT_EQ(kFixed.complaint(Position{1, 0}), "has r = 0, the least value is 1");
  EXPECT_EQ(kFixed.complaint(Position{1, 10}), "has r = 10, the greatest value is 9");
  EXPECT_EQ(kPiles.complaint(Position{}), "has 0 piles, this game has at least 1");
  EXPECT_EQ(kPiles.complaint(Position{2, 2, 2, 2}), "has 4 piles, this game has at most 3");
  EXPECT_EQ(kPiles.complaint(Position{2, 1}), "has a[2] = 1, the least value is 2");
  EXPECT_EQ(kPiles.complaint(Position{2}), std::nullopt);
}

TEST(Domain, KnowsItsAxesByName) {
  EXPECT_EQ(kFixed.find("r"), 1U);
  EXPECT_EQ(kFixed.find("q"), std::nullopt);
  EXPECT_EQ(kFixed.names(), "p, r");
  EXPECT_EQ(kPiles.coordinate_name(2), "a[3]");
}

}  // namespace
}  // namespace bouton
