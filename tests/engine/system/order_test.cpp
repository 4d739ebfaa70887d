#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace {

template <class Number>
void expect_order() {
  using List = std::vector<Number>;
  EXPECT_LT((List{1, 1, 1}), (List{1, 2, 2}));
  EXPECT_LT((List{1, 2}), (List{1, 256}));
  EXPECT_LT((List{2, 256}), (List{3, 1}));
  EXPECT_LT((List{1, 2}), (List{1, 2, 0}));
  EXPECT_LT((std::array<Number, 3>{1, 1, 1}), (std::array<Number, 3>{1, 2, 2}));
}

// What everything is sorted by, and libraries have had wrong (engine/system/big_endian_order.h).
TEST(Order, OfListsOfNumbers) {
  expect_order<std::uint16_t>();
  expect_order<std::uint32_t>();
  expect_order<std::uint64_t>();
  expect_order<std::int64_t>();
}

}  // namespace
