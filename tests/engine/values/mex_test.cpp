#include "engine/values/mex.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

TEST(MexSet, OfNothingIsZero) { EXPECT_EQ(MexSet().mex(), 0U); }

RC_GTEST_PROP(MexSet, IsTheLeastThatIsMissing, ()) {
  MexSet mex;
  for (int again = 0; again < 3; ++again) {
    const auto values = *rc::gen::container<std::vector<Grundy>>(rc::gen::inRange<Grundy>(0, 12));
    mex.clear();
    for (const Grundy value : values) mex.insert(value);
    Grundy expected = 0;
    while (std::ranges::find(values, expected) != values.end()) ++expected;
    RC_ASSERT(mex.mex() == expected);
  }
}

}  // namespace
}  // namespace bouton
