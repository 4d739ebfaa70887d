#include "engine/program/analysis/option_count.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

/// From (10, 20) a queen has 10 + 20 + 10 moves.
TEST(OptionCount, IsThatOfOnePosition) {
  EXPECT_EQ(most_options(test::wythoff_program(), Position{10, 20}), 40);
  EXPECT_LT(most_options(test::wythoff_program(), Position{0, 0}), 4);
}

/// Half as many on average, where the position is anywhere below.
TEST(OptionCount, IsHalvedOverARegion) {
  const MoveProgram program = test::wythoff_program();
  EXPECT_NEAR(estimated_options(program, ranges(program, {{0, 100}, {0, 100}})), 150, 2);
}

/// What cannot be bounded is not taken for little.
TEST(OptionCount, IsLargeWhereNothingBoundsIt) {
  constexpr Coordinate kGreatest = std::numeric_limits<Coordinate>::max();
  EXPECT_GT(most_options(test::wythoff_program(), Position{kGreatest, kGreatest}), 1e17);
}

}  // namespace
}  // namespace bouton
