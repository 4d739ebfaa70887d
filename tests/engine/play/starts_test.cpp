#include "engine/play/starts.h"

#include <map>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Game game_of(std::shared_ptr<const Rules> rules) {
  Game game;
  game.name = "test";
  game.rules = std::move(rules);
  return game;
}

TEST(Starts, LieWithinTheirRangesEachWithTheSameChance) {
  const Game game = game_of(test::wythoff());
  Random random(5);
  std::map<BigPosition, int> times;
  for (int i = 0; i < 6000; ++i) ++times[start_within(game, {{2, 4}, {7, 8}}, random)];
  ASSERT_EQ(times.size(), 6U);
  for (const auto& [position, count] : times) {
    EXPECT_TRUE(position[0] >= 2 && position[0] <= 4 && position[1] >= 7 && position[1] <= 8) << to_string(position);
    EXPECT_GT(count, 800) << to_string(position);
  }
  const Integer large = Integer(1) << 100;
  const BigPosition far = start_within(game, {{large, large}, {large, 2 * large}}, random);
  EXPECT_EQ(far[0], large);
  EXPECT_TRUE(far[1] >= large && far[1] <= 2 * large);
  EXPECT_THROW(start_within(game, {{-3, -1}, {1, 2}}, random), RequestError);
  EXPECT_THROW(start_within(game, {{1, 2}}, random), RequestError);
}

TEST(Starts, ByChanceCanBeWonUnlessTheGameSaysWhere) {
  Game game = game_of(test::wythoff());
  Solver solver(std::vector{game.rules}, Budget());
  Random random(9);
  for (int i = 0; i < 50; ++i) {
    const std::optional<BigPosition> start = random_start(game, {7, 9}, solver, 0, random);
    ASSERT_TRUE(start);
    EXPECT_EQ(solver.outcome({{0, *start}}), Outcome::N);
  }
  game.random_start = [](Random&) { return BigPosition{1, 2}; };
  EXPECT_EQ(random_start(game, {7, 9}, solver, 0, random), (BigPosition{1, 2}));
}

}  // namespace
}  // namespace bouton
