#include "engine/position/box.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "engine/base/errors.h"

namespace bouton {
namespace {

TEST(Box, NumbersItsPositionsInRowMajorOrder) {
  const Box box(Position{0, 5, -2}, Position{1, 7, 1});
  EXPECT_EQ(box.size(), 24U);
  Position position = box.low();
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    EXPECT_TRUE(box.contains(position));
    EXPECT_EQ(box.index(position), index);
    EXPECT_EQ(box.position(index), position);
    EXPECT_EQ(box.next(position), index + 1 < box.size());
  }
  EXPECT_EQ(position, box.low());
}

TEST(Box, OfNoDimensionHoldsOnePosition) {
  const Box box{Position{}, Position{}};
  EXPECT_EQ(box.size(), 1U);
  EXPECT_TRUE(box.contains(Position{}));
  EXPECT_EQ(box.index(Position{}), 0U);
}

TEST(Box, DoesNotContainOtherLengthsOrCoordinates) {
  const Box box(Position{1, 1}, Position{3, 3});
  EXPECT_FALSE(box.contains(Position{1}));
  EXPECT_FALSE(box.contains(Position{1, 4}));
  EXPECT_FALSE(box.contains(Position{0, 2}));
}

TEST(Box, RefusesWhatIsNoBox) {
  constexpr Coordinate kLeast = std::numeric_limits<Coordinate>::min();
  constexpr Coordinate kGreatest = std::numeric_limits<Coordinate>::max();
  EXPECT_THROW(Box(Position{1}, Position{0}), RequestError);
  EXPECT_THROW(Box(Position{1}, Position{2, 3}), RequestError);
  EXPECT_THROW(Box(Position{kLeast}, Position{kGreatest}), RequestError);
  EXPECT_THROW(Box((Position{0, 0}), (Position{kGreatest - 1, 1})), RequestError);
}

}  // namespace
}  // namespace bouton
