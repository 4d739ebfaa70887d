#include "engine/base/whole_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/effort.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(WholePart, IsTheNearestCountBelow) {
  EXPECT_EQ(whole_part(0), 0U);
  EXPECT_EQ(whole_part(0.999), 0U);
  EXPECT_EQ(whole_part(3.7), 3U);
  EXPECT_EQ(whole_part(0x1p63), std::uint64_t{1} << 63);
  EXPECT_EQ(whole_part(std::nextafter(0x1p64, 0)), kMost - 2047);
}

TEST(WholePart, OfWhatIsNoCountIsTheNearestOne) {
  EXPECT_EQ(whole_part(-1), 0U);
  EXPECT_EQ(whole_part(std::nan("")), 0U);
  EXPECT_EQ(whole_part(0x1p64), kMost);
  EXPECT_EQ(whole_part(1e300), kMost);
  EXPECT_EQ(whole_part(std::numeric_limits<double>::infinity()), kMost);
}

TEST(Effort, WorthMoreThanCanBeCountedHasNoEnd) {
  const Effort effort = Effort::worth(1e190);
  EXPECT_TRUE(effort.unlimited());
  EXPECT_EQ(effort.options, kMost);
}

}  // namespace
}  // namespace bouton
