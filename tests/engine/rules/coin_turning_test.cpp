#include "engine/rules/coin_turning.h"

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

void check(Coordinate place, const std::vector<std::vector<Coordinate>>& sets) {
  Options options;
  for (const std::vector<Coordinate>& set : sets) {
    for (const Coordinate coin : set) options.add_part(Position{coin});
    options.end_split();
  }
  check_companions(Position{place}, options, 0, "coins.lua:3: ");
}

std::string complaint(Coordinate place, const std::vector<std::vector<Coordinate>>& sets) {
  try {
    check(place, sets);
  } catch (const RuleError& error) {
    return error.what();
  }
  return "";
}

TEST(CoinTurning, CompanionsLieToTheLeftAndAreTurnedOnce) {
  EXPECT_EQ(complaint(5, {{}, {4}, {0, 3}, {3, 0, 1}}), "");
  EXPECT_EQ(complaint(5, {{}, {5}}),
            "coins.lua:3: companions: coin 5 is turned along with coin 5, which is not to the right of it");
  EXPECT_EQ(complaint(5, {{1, 7}}),
            "coins.lua:3: companions: coin 7 is turned along with coin 5, which is not to the right of it");
  EXPECT_EQ(complaint(5, {{3, 1, 3}}), "coins.lua:3: companions: coin 3 is turned twice by one move, along with coin 5");
}

TEST(CoinTurning, AProductTurnsAllTuplesOfCoins) {
  const std::shared_ptr<const Rules> strip = test::make_game(test::one_heap(), [](PositionView at, Options& out) {
    out.end_split();
    for (Coordinate left = 0; left < at[0]; ++left) out.add(Position{left});
  });
  const CoinProduct product({strip, strip}, {.domain = test::two_heaps()});
  Options options;
  product.options(Position{1, 1}, options);
  ASSERT_EQ(options.size(), 4U);  // each strip turns its own coin, or that at 0 besides
  const auto left = [&](std::size_t option) {
    std::vector<Position> positions;
    for (std::size_t part = 0; part < options[option].size(); ++part) positions.emplace_back(options[option][part]);
    return positions;
  };
  EXPECT_EQ(left(0), std::vector<Position>());
  EXPECT_EQ(left(1), (std::vector<Position>{{1, 0}}));
  EXPECT_EQ(left(2), (std::vector<Position>{{0, 1}}));
  EXPECT_EQ(left(3), (std::vector<Position>{{0, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(product.size_of_options(Position{1, 1}), 9.0);  // 1, 2, 2 and 4
  EXPECT_EQ(product.size_of_options(Position{0, 1}), 3.0);
  EXPECT_THROW(CoinProduct({strip}, {.domain = test::one_heap()}), RequestError);
}

TEST(CoinTurning, OptionsOfAProductStayWithinTheirLimit) {
  const std::shared_ptr<const Rules> strip = test::nim();
  const CoinProduct product({strip, strip}, {.domain = test::two_heaps(), .option_bytes = 1000});
  Options few, many;
  product.options(Position{2, 2}, few);
  EXPECT_EQ(few.size(), 4U);
  EXPECT_THROW(product.options(Position{50, 50}, many), LimitError);
}

}  // namespace
}  // namespace bouton
