// The coin-turning games: one coin as a heap, against rows of coins.
#include <bit>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

/// A set of coins that may be turned: bit i for place i + 1.
using Turn = std::uint32_t;

/// Grundy values of all rows of `places` coins (bit i: a head at place i + 1), from the rules of the row itself.
std::vector<std::uint32_t> row_values(int places, const std::function<bool(Turn)>& may_turn) {
  std::vector<Turn> turns;
  for (Turn turn = 1; turn < 1U << places; ++turn)
    if (may_turn(turn)) turns.push_back(turn);
  std::vector<std::uint32_t> values;
  for (std::uint32_t row = 0; row < 1U << places; ++row) {
    std::set<std::uint32_t> seen;
    for (const Turn turn : turns)
      if ((row & std::bit_floor(turn)) != 0) seen.insert(values[row ^ turn]);
    std::uint32_t mex = 0;
    while (seen.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

void expect_sums_of_coins(const lua::Settings& settings, int places, const std::function<bool(Turn)>& may_turn) {
  const std::vector<std::uint32_t> rows = row_values(places, may_turn);
  const std::vector<std::uint32_t> coins = GameUnderTest("turning", settings).grundy_values({0}, {places}).cells;
  EXPECT_EQ(coins[0], 0U);
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    std::uint32_t sum = 0;
    for (int place = 0; place < places; ++place)
      if ((row >> place & 1) != 0) sum ^= coins[static_cast<std::size_t>(place) + 1];
    ASSERT_EQ(sum, rows[row]) << row;
  }
}

std::vector<int> places_of(Turn turn) {
  std::vector<int> places;
  for (int place = 0; place < 32; ++place)
    if ((turn >> place & 1) != 0) places.push_back(place);
  return places;
}

bool equally_spaced(Turn turn) {
  const std::vector<int> places = places_of(turn);
  for (std::size_t i = 2; i < places.size(); ++i)
    if (places[i] - places[i - 1] != places[1] - places[0]) return false;
  return true;
}

bool together(Turn turn) { return std::has_single_bit((turn >> std::countr_zero(turn)) + 1); }

bool mirrored(Turn turn) {
  const std::vector<int> places = places_of(turn);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] - places[0] != places.back() - places[places.size() - 1 - i]) return false;
  return true;
}

TEST(TurningOracle, AnyCoinsOfSoMany) {
  expect_sums_of_coins({}, 8, [](Turn turn) { return std::popcount(turn) <= 2; });
  expect_sums_of_coins({{"coins", "1,2,3"}}, 8, [](Turn turn) { return std::popcount(turn) <= 3; });
  expect_sums_of_coins({{"coins", "2"}}, 8, [](Turn turn) { return std::popcount(turn) == 2; });
  expect_sums_of_coins({{"coins", "1,4"}}, 8, [](Turn turn) { return std::popcount(turn) == 1 || std::popcount(turn) == 4; });
  expect_sums_of_coins({{"coins", ""}}, 7, [](Turn) { return true; });
}

TEST(TurningOracle, WithinSoManyPlaces) {
  expect_sums_of_coins({{"coins", "1,2,3"}, {"within", "4"}}, 9,
                       [](Turn turn) { return std::popcount(turn) <= 3 && turn >> std::countr_zero(turn) < 16; });
}

TEST(TurningOracle, CoinsTogether) {
  expect_sums_of_coins({{"coins", ""}, {"apart", "together"}}, 9, together);
  expect_sums_of_coins({{"coins", "2,3"}, {"apart", "together"}}, 9,
                       [](Turn turn) { return together(turn) && (std::popcount(turn) == 2 || std::popcount(turn) == 3); });
}

TEST(TurningOracle, CoinsAtEqualDistances) {
  expect_sums_of_coins({{"coins", "3"}, {"apart", "equal"}}, 9,
                       [](Turn turn) { return std::popcount(turn) == 3 && equally_spaced(turn); });
  expect_sums_of_coins({{"coins", ""}, {"apart", "equal"}, {"within", "6"}}, 8,
                       [](Turn turn) { return equally_spaced(turn) && turn >> std::countr_zero(turn) < 64; });
}

TEST(TurningOracle, CoinsThatAreTheSameFromBothEnds) {
  expect_sums_of_coins({{"coins", ""}, {"apart", "mirrored"}}, 9, mirrored);
  expect_sums_of_coins({{"coins", "1,3"}, {"apart", "mirrored"}}, 9,
                       [](Turn turn) { return mirrored(turn) && (std::popcount(turn) == 1 || std::popcount(turn) == 3); });
}

TEST(TurningTheorem, TurningTurtlesIsNim) {
  const std::vector<std::uint32_t> values = GameUnderTest("turning").grundy_values({0}, {60}).cells;
  for (std::uint32_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], n);
}

TEST(TurningTheorem, MockTurtlesAreOdious) {
  const std::vector<std::uint32_t> values = GameUnderTest("mock-turtles").grundy_values({1}, {40}).cells;
  for (std::uint32_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], 2 * n + (std::popcount(n) % 2 == 0 ? 1 : 0));
}

TEST(TurningTheorem, RulerIsTheGreatestPowerOfTwo) {
  const std::vector<std::uint32_t> values = GameUnderTest("ruler").grundy_values({0}, {200}).cells;
  for (std::uint32_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], n & (~n + 1));
}

TEST(TurningTheorem, TheFirstMoebiusAndMogulCoinsArePowersOfTwo) {
  // The first 7 values of Mogul and the first 5 of Moebius are powers of two; the next is one less than a power.
  EXPECT_EQ(GameUnderTest("moebius").grundy_values({1}, {8}).cells, (std::vector<std::uint32_t>{1, 2, 4, 8, 16, 31, 32, 64}));
  EXPECT_EQ(GameUnderTest("turning", {{"coins", "1,2,3,4,5,6,7"}}).grundy_values({1}, {10}).cells,
            (std::vector<std::uint32_t>{1, 2, 4, 8, 16, 32, 64, 127, 128, 256}));
}

TEST(Turning, OfOtherParametersIsRefused) {
  EXPECT_THROW(GameUnderTest("turning", {{"apart", "far"}}), RuleError);
  EXPECT_THROW(GameUnderTest("turning", {{"coins", "0"}}), RuleError);
  EXPECT_THROW(GameUnderTest("turning", {{"within", "-1"}}), RuleError);
}

}  // namespace
}  // namespace bouton
