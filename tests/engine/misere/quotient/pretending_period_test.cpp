#include "engine/misere/quotient/pretending_period.h"

#include <gtest/gtest.h>

#include "engine/misere/quotient/quotient.h"
#include "tests/engine/misere/heap_games.h"

namespace bouton {
namespace {

using test::octal_game;

std::vector<Element> values_of(const MisereQuotient& quotient) {
  std::vector<Element> values;
  for (Heap heap = 0; heap < quotient.heaps(); ++heap) values.push_back(quotient.value(heap));
  return values;
}

TEST(PretendingPeriod, OfKaylesIsProvedAtTheLeastN) {
  // 2 * 71 + 2 * 12 + 2 = 168 values: heaps 0 to 167.
  const HeapGame game = octal_game("0.77", 200);
  MisereQuotient quotient;
  quotient.grow(game, 167, {});
  EXPECT_FALSE(pretending_period(values_of(quotient), {.removed = 2, .heaps = 2}));
  quotient.grow(game, 168, {});
  const auto period = pretending_period(values_of(quotient), {.removed = 2, .heaps = 2});
  ASSERT_TRUE(period);
  EXPECT_EQ(period->preperiod, 71U);
  EXPECT_EQ(period->period, 12U);
  EXPECT_EQ(period->checked, 168U);
  quotient.grow(game, 201, {});
  EXPECT_EQ(quotient.size(), 40U);
  for (Heap heap = 71; heap + 12 <= 200; ++heap) EXPECT_EQ(quotient.value(heap), quotient.value(heap + 12)) << heap;
}

TEST(PretendingPeriod, OfSmallGames) {
  struct Case {
    const char* code;
    std::size_t preperiod, period;
  };
  for (const auto& [code, preperiod, period] : {Case{"0.75", 8, 2}, Case{"0.123", 5, 5}, Case{"0.53", 21, 9},
                                                Case{"0.71", 3, 6}, Case{"0.72", 16, 4}, Case{"0.34", 7, 8}}) {
    const HeapGame game = octal_game(code, 80);
    MisereQuotient quotient;
    quotient.grow(game, game.size(), {});
    const auto found = pretending_period(values_of(quotient), {.removed = std::string_view(code).size() - 2, .heaps = 2});
    ASSERT_TRUE(found) << code;
    EXPECT_EQ(found->period, period) << code;
    EXPECT_EQ(found->preperiod, preperiod) << code;
    for (Heap heap = static_cast<Heap>(preperiod); heap + period <= 80; ++heap)
      EXPECT_EQ(quotient.value(heap), quotient.value(heap + static_cast<Heap>(period))) << code << ", heap " << heap;
  }
}

/// In 0.04 two tokens are removed from a heap and two heaps must be left: the heaps below 4 have no move, and that of 4 has.
/// What holds from heap 0 on proves nothing until both parts can be made smaller without vanishing.
TEST(PretendingPeriod, FromTheFirstHeapOnTakesTheValuesThatOneFromHeapOneOnTakes) {
  const HeapGame game = octal_game("0.04", 80);
  const MoveReach reach{.removed = 2, .heaps = 2};
  for (const Heap heaps : {3U, 4U, 5U}) {
    MisereQuotient quotient;
    quotient.grow(game, heaps, {});
    const std::vector<Element> values = values_of(quotient);
    if (heaps <= 4) {
      EXPECT_EQ(values, std::vector<Element>(heaps, values[0]));
    } else {
      EXPECT_NE(values[4], values[0]);
    }
    EXPECT_FALSE(pretending_period(values, reach)) << heaps;
  }
  // Where nothing moves, 2 * 1 + 2 * 1 + 2 values are taken.
  const std::vector<Element> nothing(6, 0);
  EXPECT_FALSE(pretending_period(std::span(nothing).first(5), reach));
  const auto found = pretending_period(nothing, reach);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preperiod, 0U);
  EXPECT_EQ(found->checked, 6U);
}

// A preperiod of 0 counts as one of 1. In 0.4 heaps 1 and 2 are worth nothing, like heap 0, but from heap 3 there is a move; a
// period of 1 from heap 0 on would be proved by the first three values, were heap 0 as good as another one.
TEST(PretendingPeriod, BeginsWithHeapOne) {
  const HeapGame game = octal_game("0.4", 8);
  MisereQuotient quotient;
  quotient.grow(game, 3, {});
  EXPECT_EQ(values_of(quotient), (std::vector<Element>{0, 0, 0}));
  EXPECT_FALSE(pretending_period(values_of(quotient), {.removed = 1, .heaps = 2}));
  quotient.grow(game, 4, {});
  EXPECT_NE(quotient.value(3), quotient.value(2));
}

TEST(PretendingPeriod, TakesEnoughValues) {
  const std::vector<Element> values = {0, 1, 1, 1, 1, 1};
  EXPECT_FALSE(pretending_period(std::span(values).first(5), {.removed = 2, .heaps = 2}));
  const auto found = pretending_period(values, {.removed = 2, .heaps = 2});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->preperiod, 1U);
  EXPECT_EQ(found->period, 1U);
  EXPECT_FALSE(pretending_period({}, {.removed = 2, .heaps = 2}));
}

}  // namespace
}  // namespace bouton
