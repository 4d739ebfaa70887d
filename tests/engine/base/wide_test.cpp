#include "engine/base/wide.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

namespace bouton {
namespace {

TEST(WideNumber, HasTheRange) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::uint64_t kGreatest = std::numeric_limits<std::uint64_t>::max();
  const WideNumber least = WideNumber(1) << 127;
  EXPECT_LT(least, WideNumber(kLeast) * WideNumber(kGreatest));
  EXPECT_EQ(least - 1, -(least + 1));
  EXPECT_EQ(least / (WideNumber(1) << 63), -(WideNumber(1) << 64));
  EXPECT_EQ(least % 10, WideNumber(-8));  // 2^127 ends with 8
  EXPECT_EQ(WideNumber(kGreatest) + 1, WideNumber(1) << 64);
  EXPECT_EQ(WideNumber(kLeast) * WideNumber(kLeast), WideNumber(1) << 126);
  EXPECT_EQ(WideNumber(kGreatest) * kGreatest, 1 - (WideNumber(1) << 65));  // modulo 2^128
  EXPECT_TRUE(WideNumber(-1) < 0 && WideNumber(-2) < WideNumber(-1) && WideNumber(kGreatest) > WideNumber(kLeast));
}

#ifdef __SIZEOF_INT128__

/// Of every size, and both signs.
rc::Gen<Wide> numbers() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::arbitrary<std::int64_t>(), rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange(0, 127)),
      [](const std::tuple<std::int64_t, std::uint64_t, int>& parts) {
        const auto& [high, low, bits] = parts;
        return static_cast<Wide>(static_cast<Wide>(high) * (Wide{1} << 64) + static_cast<Wide>(low)) >> bits;
      });
}

WideNumber same(Wide value) {
  const auto low = static_cast<std::uint64_t>(value);
  return (WideNumber(static_cast<std::int64_t>(value >> 64)) << 64) + WideNumber(low);
}

// The compiler's own type is the judge; unsigned where the result may wrap around.
RC_GTEST_PROP(WideNumber, ComputesAsTheTypeOfTheCompiler, ()) {
  __extension__ using Unsigned = unsigned __int128;
  const Wide a = *numbers(), b = *numbers();
  const auto ua = static_cast<Unsigned>(a), ub = static_cast<Unsigned>(b);
  const int bits = *rc::gen::inRange(0, 128);
  RC_ASSERT(same(a) + same(b) == same(static_cast<Wide>(ua + ub)));
  RC_ASSERT(same(a) - same(b) == same(static_cast<Wide>(ua - ub)));
  RC_ASSERT(-same(a) == same(static_cast<Wide>(-ua)));
  RC_ASSERT(same(a) * same(b) == same(static_cast<Wide>(ua * ub)));
  RC_ASSERT((same(a) << bits) == same(static_cast<Wide>(ua << bits)));
  RC_ASSERT((same(a) < same(b)) == (a < b));
  RC_ASSERT((same(a) == same(b)) == (a == b));
  RC_ASSERT(static_cast<std::int64_t>(same(a)) == static_cast<std::int64_t>(a));
  if (b == 0 || (b == -1 && ua == Unsigned{1} << 127)) return;
  RC_ASSERT(same(a) / same(b) == same(a / b));
  RC_ASSERT(same(a) % same(b) == same(a % b));
}

#endif

}  // namespace
}  // namespace bouton
