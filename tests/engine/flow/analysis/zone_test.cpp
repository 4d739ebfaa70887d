#include "engine/flow/analysis/zone.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Zone, KnowsWhatFollows) {
  Zone zone(3);
  zone.constrain(1, 2, -1);  // x < y
  zone.constrain(2, 3, 0);   // y <= z
  EXPECT_EQ(zone.bound(1, 3), -1);
  EXPECT_EQ(zone.greatest(1), Zone::kNoBound);
  zone.constrain(3, 0, 10);
  EXPECT_EQ(zone.greatest(1), 9);
  EXPECT_EQ(zone.least(1), -Zone::kNoBound);
  zone.constrain(0, 1, -4);
  EXPECT_EQ(zone.least(3), 5);
  EXPECT_FALSE(zone.is_empty());
  zone.constrain(2, 1, 0);
  EXPECT_TRUE(zone.is_empty());
}

TEST(Zone, ForgetsOneVariable) {
  Zone zone(2);
  zone.constrain(1, 2, 0);
  zone.constrain(2, 0, 5);
  zone.forget(2);
  EXPECT_EQ(zone.greatest(1), 5);
  EXPECT_EQ(zone.greatest(2), Zone::kNoBound);
  zone.rename(1, 2);
  EXPECT_EQ(zone.greatest(2), 5);
  EXPECT_EQ(zone.greatest(1), Zone::kNoBound);
}

TEST(Zone, JoinsToWhatHoldsInBoth) {
  Zone a(1), b(1);
  a.constrain(1, 0, 3);
  a.constrain(0, 1, -3);
  b.constrain(1, 0, 7);
  b.constrain(0, 1, -5);
  Zone both = a;
  EXPECT_TRUE(both.join(b, nullptr));
  EXPECT_EQ(both.least(1), 3);
  EXPECT_EQ(both.greatest(1), 7);
  EXPECT_FALSE(both.join(a, nullptr));
  const std::vector<std::int64_t> thresholds = {-1, 10, 100};
  EXPECT_TRUE(a.join(b, &thresholds));
  EXPECT_EQ(a.greatest(1), 10);
  b.constrain(0, 1, -9);
  EXPECT_FALSE(a.join(b, &thresholds));  // it is empty
}

}  // namespace
}  // namespace bouton
