#include "bindings/cli/play/move_clock.h"

#include <gtest/gtest.h>

namespace bouton::cli {
namespace {

TEST(MoveClock, OnlyTheTimeForWhichThePersonIsWaitedForCounts) {
  double now = 100;
  MoveClock clock(2.0, [&] { return now; });
  EXPECT_TRUE(clock.is_set());
  EXPECT_FALSE(clock.left());
  clock.wait_for({1, false, 4});
  EXPECT_EQ(clock.left(), 2.0);
  now += 0.5;
  EXPECT_EQ(clock.left(), 1.5);
  clock.pause();  // a command was typed, and takes its time
  EXPECT_FALSE(clock.left());
  now += 1000;
  clock.wait_for({1, false, 4});
  EXPECT_EQ(clock.left(), 1.5);
  now += 7;
  EXPECT_EQ(clock.left(), 0.0);
}

TEST(MoveClock, EachDecisionHasAllItsTime) {
  double now = 0;
  MoveClock clock(3.0, [&] { return now; });
  for (const Decision& decision : {Decision{1, true, 0}, Decision{1, false, 0}, Decision{1, false, 2}, Decision{2, false, 2}}) {
    clock.wait_for(decision);
    EXPECT_EQ(clock.left(), 3.0);
    now += 2;
    clock.pause();
  }
}

TEST(MoveClock, WithoutALimitNothingIsLeft) {
  MoveClock clock(std::nullopt);
  EXPECT_FALSE(clock.is_set());
  clock.wait_for({1, false, 0});
  EXPECT_FALSE(clock.left());
  clock.pause();
}

}  // namespace
}  // namespace bouton::cli
