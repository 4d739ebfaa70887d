#include "engine/table/ranges.h"

#include <gtest/gtest.h>

#include "tests/engine/table/programs.h"

namespace bouton {
namespace {

using namespace table_test;

/// The range of an expression, for positions with such coordinates.
Interval range_of(Builder& b, ExpressionId id, const std::vector<Interval>& coordinates) {
  b.assign(b.local("x"), id);
  return ranges(b.program, coordinates).expressions[id];
}

TEST(Ranges, AShiftToTheLeftIsBoundedOnlyWhereNoBitIsShiftedOut) {
  Builder b(2);
  const ExpressionId shifted = b.op(Op::shift_left, b.x(0), b.x(1));
  EXPECT_EQ(range_of(b, shifted, {{0, 100}, {0, 3}}), (Interval{0, 800}));
  // 100 << 60 is negative.
  EXPECT_EQ(range_of(b, shifted, {{0, 100}, {0, 60}}), Interval::all());
}

/// Conditions that the ranges of the coordinates decide add nothing, and a long row of conditions is cut off, not followed.
TEST(Ranges, AreFoundThroughManyConditions) {
  constexpr std::int64_t kMany = 3000;
  for (const std::int64_t first : {std::int64_t{0}, kMany}) {
    Builder b(2);
    for (std::int64_t i = 0; i < kMany; ++i) {
      b.branch(b.op(Op::less_equal, b.c(first + i), b.add(b.x(0), b.mul(b.x(1), b.c(i % 7)))));
      b.move({b.sub(b.x(0), b.c(i)), b.x(1)});
      b.end();
    }
    const Ranges found = ranges(b.program, {{0, 40}, {0, 40}});
    EXPECT_EQ(found.options.empty(), first == kMany);
    for (const OptionRange& option : found.options) EXPECT_LE(option.to[0].high, 40);
  }
}

}  // namespace
}  // namespace bouton
