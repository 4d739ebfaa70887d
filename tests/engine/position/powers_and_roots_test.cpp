#include "engine/position/powers_and_roots.h"

#include <limits>

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(Powers, AreRepeatedProducts) {
  for (const int base : {-3, -1, 0, 1, 2, 10}) {
    Integer product = 1;
    for (std::uint64_t exponent = 0; exponent < 70; ++exponent, product *= base)
      EXPECT_EQ(power(base, exponent), product) << base << "^" << exponent;
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(power(-1, kMost), -1);
  EXPECT_EQ(power(-1, kMost - 1), 1);
  EXPECT_EQ(power(0, kMost), 0);
  EXPECT_EQ(power(1, kMost), 1);
}

TEST(WholeRoots, AreRoundedDown) {
  constexpr std::int64_t kGreatest = 3'037'000'499;  // the root of the greatest square of 63 bits
  for (const std::int64_t root : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{94'906'267}, kGreatest}) {
    EXPECT_EQ(whole_root(root * root), root);
    EXPECT_TRUE(is_square(root * root));
    if (root == 0) continue;
    EXPECT_EQ(whole_root(root * root - 1), root - 1);
    EXPECT_EQ(is_square(root * root - 1), root == 1);
    EXPECT_EQ(whole_root(root * root + 1), root);
    EXPECT_FALSE(is_square(root * root + 1));
  }
  EXPECT_EQ(whole_root(std::numeric_limits<std::int64_t>::max()), kGreatest);
  EXPECT_FALSE(is_square(-4));
}

}  // namespace
}  // namespace bouton
