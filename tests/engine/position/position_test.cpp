#include "engine/position/position.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bouton {
namespace {

RC_GTEST_PROP(Position, KeepsWhatWasPushed, (const std::vector<Coordinate>& coordinates)) {
  Position position;
  for (const Coordinate coordinate : coordinates) position.push_back(coordinate);
  RC_ASSERT(std::ranges::equal(position, coordinates));
  const Position copy = position;
  Position moved = std::move(position);
  RC_ASSERT(copy == moved);
  RC_ASSERT(position.empty());  // NOLINT: a Position that was moved from is empty
  position = moved;
  moved.assign(Position{1, 2});
  RC_ASSERT(position == copy);
  RC_ASSERT(moved == (Position{1, 2}));
}

RC_GTEST_PROP(Position, IsOrderedAsAList, (const std::vector<Coordinate>& a, const std::vector<Coordinate>& b)) {
  RC_ASSERT((Position(a) < Position(b)) == (a < b));
  RC_ASSERT((Position(a) == Position(b)) == (a == b));
}

TEST(Position, IsJoinedByCommas) {
  EXPECT_EQ(to_string(Position{}), "");
  EXPECT_EQ(to_string(Position{3, -5}), "3,-5");
}

}  // namespace
}  // namespace bouton
