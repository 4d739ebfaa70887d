#include "engine/values/nimber.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

Nimber star(unsigned value) { return Nimber(Grundy{value}); }

TEST(Nimber, AddsLikeNimHeaps) {
  EXPECT_EQ(star(5) + star(3), star(6));
  EXPECT_EQ(Nimber(Integer("36893488147419103232")) + star(1), Nimber(Integer("36893488147419103233")));
}

TEST(Nimber, InfinityTakesTheFiniteValueIntoItsSet) {
  EXPECT_EQ(Nimber::infinity({0, 2, 2}) + star(3), Nimber::infinity({3, 1}));
  EXPECT_EQ(Nimber::infinity({0, 2}) + Nimber::infinity({0}), Nimber::infinity({}));
}

TEST(Nimber, TellsTheOutcome) {
  EXPECT_EQ(star(0).outcome(), Outcome::P);
  EXPECT_EQ(star(7).outcome(), Outcome::N);
  EXPECT_EQ(Nimber::infinity({0, 4}).outcome(), Outcome::N);
  EXPECT_EQ(Nimber::infinity({1, 4}).outcome(), Outcome::draw);
  EXPECT_EQ(Nimber::infinity({}).outcome(), Outcome::draw);
}

TEST(Nimber, ReadsAsInTheBooks) {
  EXPECT_EQ(star(3).text(), "3");
  EXPECT_EQ(Nimber::infinity({2, 0}).text(), "∞(0,2)");
  EXPECT_EQ(Nimber::infinity({}).text(), "∞()");
}

}  // namespace
}  // namespace bouton
