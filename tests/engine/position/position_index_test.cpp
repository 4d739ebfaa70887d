#include "engine/position/position_index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace bouton {
namespace {

std::shared_ptr<MemoryAccount> account(std::size_t bytes = std::size_t{1} << 30) {
  Budget budget;
  budget.memory = bytes;
  return std::make_shared<MemoryAccount>(budget);
}

RC_GTEST_PROP(PositionIndex, IsOneToOne, (const std::vector<std::vector<Coordinate>>& positions)) {
  PositionIndex index(account());
  std::map<std::vector<Coordinate>, PositionIndex::Number> expected;
  for (const std::vector<Coordinate>& position : positions) {
    const auto [entry, is_new] = expected.emplace(position, static_cast<PositionIndex::Number>(expected.size()));
    RC_ASSERT(index.find(position).has_value() == !is_new);
    RC_ASSERT(index.insert(position) == std::pair(entry->second, is_new));
  }
  RC_ASSERT(index.size() == expected.size());
  for (const auto& [position, number] : expected) {
    RC_ASSERT(index.find(position) == number);
    RC_ASSERT(std::ranges::equal(index[number], position));
  }
}

TEST(PositionIndex, KeepsTheLargestCoordinates) {
  PositionIndex index(account());
  const Position ends{std::numeric_limits<Coordinate>::min(), -1, 0, std::numeric_limits<Coordinate>::max()};
  EXPECT_EQ(index[index.insert(ends).first], ends);
}

TEST(PositionIndex, GrowsAndTakesFewBytesAPosition) {
  const auto memory = account();
  PositionIndex index(memory);
  constexpr Coordinate kSide = 700;
  for (Coordinate a = 0; a < kSide; ++a)
    for (Coordinate b = 0; b < kSide; ++b) index.insert(Position{a, b});
  EXPECT_EQ(index.size(), kSide * kSide);
  for (Coordinate a = 0; a < kSide; ++a) EXPECT_EQ(index.find(Position{a, 13}), a * kSide + 13);
  EXPECT_EQ(index.find(Position{kSide, 0}), std::nullopt);
  EXPECT_LT(memory->used(), index.size() * 36);
}

TEST(PositionIndex, StaysWholeWhenMemoryRunsOut) {
  const auto memory = account(10000);
  PositionIndex index(memory);
  Coordinate next = 0;
  EXPECT_THROW(
      while (true) {
        index.insert(Position{next});
        ++next;
      },
      LimitError);
  EXPECT_TRUE(memory->exhausted());
  EXPECT_EQ(index.size(), static_cast<std::size_t>(next));
  for (Coordinate i = 0; i < next; ++i) EXPECT_EQ(index[static_cast<PositionIndex::Number>(i)], Position{i});
}

}  // namespace
}  // namespace bouton
