// Wythoff's Nim and the games made of its moves.
#include <algorithm>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/play/player.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

/// Wythoff's pairs (a, b) with a <= `most`: a is the least positive integer not yet used, b = a + n.
std::vector<Position> wythoff_pairs(Coordinate most) {
  std::vector<Position> pairs = {{0, 0}};
  std::set<Coordinate> used;
  Coordinate a = 1;
  for (Coordinate n = 1; a <= most; ++n) {
    pairs.push_back({a, a + n});
    used.insert(a + n);
    do ++a;
    while (used.contains(a));
  }
  return pairs;
}

std::set<Position> both_orders_within(const std::vector<Position>& pairs, Coordinate most) {
  std::set<Position> all;
  for (const Position& pair : pairs)
    if (pair[1] <= most) {
      all.insert(pair);
      all.insert({pair[1], pair[0]});
    }
  return all;
}

TEST(WythoffTheorem, ThePPositionsAreThePairs) {
  EXPECT_EQ(GameUnderTest("wythoff").p_positions({0, 0}, {100, 100}), both_orders_within(wythoff_pairs(100), 100));
}

TEST(Wythoff, HasUpToThreeWinningMoves) {
  EXPECT_EQ(GameUnderTest("wythoff").winning_moves({5, 7}), (std::vector<Position>{{4, 7}, {5, 3}, {3, 5}}));
}

TEST(Wythoff, TakesEightFromBothAt19And26) {
  const std::vector<Position> moves = GameUnderTest("wythoff").winning_moves({19, 26});
  EXPECT_TRUE(std::ranges::count(moves, Position{11, 18}) == 1);
  EXPECT_TRUE(std::ranges::count(moves, Position{12, 19}) == 0);
}

TEST(AttritionTheorem, ThePPositionsAreThePairsFromTheSecondOn) {
  std::vector<Position> pairs = wythoff_pairs(100);
  pairs.erase(pairs.begin(), pairs.begin() + 2);
  pairs.push_back({0, 1});
  pairs.push_back({2, 2});
  EXPECT_EQ(GameUnderTest("attrition").p_positions({0, 0}, {100, 100}), both_orders_within(pairs, 100));
}

/// The positions (S, L, goal, flips) up to S = L = `most` that are not what the goal in force makes them without flips.
std::set<Position> flips_that_matter(const lua::Settings& settings, Coordinate most) {
  const Table wythoff = GameUnderTest("wythoff").outcomes({0, 0}, {most, most});
  const Table attrition = GameUnderTest("attrition").outcomes({0, 0}, {most, most});
  GameUnderTest game("flip-flop", settings);
  const Coordinate flips = game.game().rules->domain().axis(3).greatest;
  const Table table = game.outcomes({0, 0, 0, 0}, {most, most, 1, flips});
  std::set<Position> found;
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    const Position position = table.box.position(i);
    const Table& without = position[2] == 0 ? wythoff : attrition;
    if (table.outcome(i) != without.outcome(without.box.index(Position{position[0], position[1]}))) found.insert(position);
  }
  return found;
}

class FlipFlopTheorem : public testing::TestWithParam<const char*> {};

TEST_P(FlipFlopTheorem, AFlipWithTheMoveDoesNotMatter) {
  EXPECT_EQ(flips_that_matter({{"when", GetParam()}}, 40), std::set<Position>{});
}

TEST_P(FlipFlopTheorem, NorDoSeveral) {
  EXPECT_EQ(flips_that_matter({{"when", GetParam()}, {"flips", "3"}}, 32), std::set<Position>{});
}

INSTANTIATE_TEST_SUITE_P(Rules, FlipFlopTheorem,
                         testing::Values("S + L >= 27", "S + L > 27", "math.abs(L - S) >= 27", "S * L >= 27"),
                         [](const auto& info) { return "Condition" + std::to_string(info.index); });

class FlipFlopBelow : public testing::TestWithParam<const char*> {};

TEST_P(FlipFlopBelow, AFlipWithTheMoveMatters) {
  EXPECT_TRUE(flips_that_matter({{"when", GetParam()}}, 30).contains({1, 2, 0, 1}));
}

INSTANTIATE_TEST_SUITE_P(Rules, FlipFlopBelow,
                         testing::Values("S + L <= 27", "S + L < 27", "math.abs(L - S) <= 27", "S * L <= 27"),
                         [](const auto& info) { return "Condition" + std::to_string(info.index); });

TEST(FlipFlopTheorem, AFlipInPlaceOfAMoveMattersFirstAt11And18) {
  const std::set<Position> found = flips_that_matter({{"mode", "instead"}}, 30);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(*found.begin(), (Position{11, 18, 0, 1}));
}

TEST(FlipFlopTheorem, AndWithTheDifferenceFirstAt43And70) {
  // A box as wide as it must be: in rows up to 43, and 70 squares long.
  const lua::Settings settings = {{"mode", "instead"}, {"when", "math.abs(L - S) >= 27"}};
  GameUnderTest game("flip-flop", settings);
  const std::set<Position> found = game.p_positions({0, 0, 0, 1}, {43, 70, 0, 1});
  std::set<Position> expected;
  for (const Position& pair : both_orders_within(wythoff_pairs(70), 70))
    if (pair[0] <= 43) expected.insert({pair[0], pair[1], 0, 1});
  EXPECT_TRUE(expected.erase({43, 70, 0, 1}));
  EXPECT_EQ(found, expected);
}

TEST(FlipFlop, StartsWithTheNormalGoalAndAllFlips) {
  const auto game = GameUnderTest::load("flip-flop", {{"flips", "2"}});
  EXPECT_EQ(complete_position(*game, {29, 51}), (BigPosition{29, 51, 0, 2}));
}

TEST(FlipFlop, TheConditionMayBeAnEquality) {
  std::set<Position> normal;
  for (const Position& pair : both_orders_within(wythoff_pairs(40), 40)) normal.insert({pair[0], pair[1], 0, 1});
  for (const char* when : {"S + L == 27", "math.abs(S - L) == 27", "S == 2 * L and L == 9"})
    EXPECT_EQ(GameUnderTest("flip-flop", {{"when", when}}).p_positions({0, 0, 0, 1}, {40, 40, 0, 1}), normal) << when;
}

TEST(FlipFlop, WithoutAFlipTheGoalStays) {
  GameUnderTest game("flip-flop", {{"flips", "0"}});
  std::vector<Position> attrition = wythoff_pairs(40);
  attrition[0] = {2, 2};
  attrition[1] = {0, 1};
  std::set<Position> expected;
  for (const Position& pair : both_orders_within(wythoff_pairs(40), 40)) expected.insert({pair[0], pair[1], 0, 0});
  for (const Position& pair : both_orders_within(attrition, 40)) expected.insert({pair[0], pair[1], 1, 0});
  EXPECT_EQ(game.p_positions({0, 0, 0, 0}, {40, 40, 1, 0}), expected);
}

/// Where the player of wythoff.lua moves to, the smaller heap first.
Position chosen_by(const std::string& player, const Position& position, std::uint64_t seed = 1) {
  const auto game = GameUnderTest::load("wythoff");
  Board board({game->rules});
  board.set_up(std::vector<SumPart>{{0, position}});
  Random random(seed);
  board.play(make_player(player, {game}, Budget{})->choose(board, random));
  Position to = board.parts()[0].position;
  std::ranges::sort(to);
  return to;
}

TEST(Cora, MovesToAPairWhereverSheCan) {
  const std::vector<Position> list = wythoff_pairs(700);
  const std::set<Position> pairs(list.begin(), list.end());
  for (Coordinate S = 0; S <= 24; ++S)
    for (Coordinate L = 0; L <= 24; ++L) {
      if (pairs.contains({std::min(S, L), std::max(S, L)})) continue;
      EXPECT_TRUE(pairs.contains(chosen_by("cora", {S, L}))) << S << "," << L;
      EXPECT_TRUE(pairs.contains(chosen_by("published-cora", {S, L}))) << S << "," << L;
    }
  // m = 233 is the first difference for which the published number of Newton steps does not do.
  EXPECT_EQ(chosen_by("cora", {376, 609}), (Position{232, 376}));
  EXPECT_FALSE(pairs.contains(chosen_by("published-cora", {376, 609})));
}

TEST(Cora, TakesLittleWhereSheIsLost) {
  std::set<Position> seen;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) seen.insert(chosen_by("cora", {8, 13}, seed));
  EXPECT_EQ(seen, (std::set<Position>{{8, 12}, {8, 11}}));
  EXPECT_EQ(chosen_by("published-cora", {1, 2}), (Position{0, 2}));  // she knows no move, and makes the first
}

TEST(CornerTheLady, BeginsInTheTopRowOrTheRightColumn) {
  const auto game = GameUnderTest::load("corner-the-lady", {{"columns", "5"}, {"rows", "3"}});
  Random random(1);
  std::set<BigPosition> starts;
  for (int i = 0; i < 300; ++i) starts.insert(game->random_start(random));
  EXPECT_EQ(starts, (std::set<BigPosition>{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, {4, 1}, {4, 0}}));
}

TEST(FlipFlop, CannotBeFlippedWhenTheHeapsAreGone) {
  for (const char* mode : {"with", "instead"}) {
    GameUnderTest game("flip-flop", {{"when", "true"}, {"mode", mode}});
    EXPECT_EQ(game.outcome({0, 0, 0, 1}), Outcome::P) << mode;
    EXPECT_EQ(game.outcome({0, 0, 1, 1}), Outcome::N) << mode;
  }
}

TEST(WytQueens, AreWythoffOnAnOpenBoard) {
  EXPECT_EQ(GameUnderTest("wyt-queens").grundy_values({0, 0}, {30, 30}).cells,
            GameUnderTest("wythoff").grundy_values({0, 0}, {30, 30}).cells);
}

TEST(WytQueens, DoNotPassABlockedSquare) {
  GameUnderTest game("wyt-queens", {{"blocked", "0,0,2,3"}});
  std::vector<BigPosition> options;
  for (const MoveValue& move : game.solver().moves(GameUnderTest::sum({4, 3}))) options.push_back(move.move.to.at(0));
  EXPECT_EQ(options, (std::vector<BigPosition>{{3, 3}, {4, 2}, {4, 1}, {4, 0}, {3, 2}, {2, 1}, {1, 0}}));
  EXPECT_EQ(game.outcome({0, 1}), Outcome::P);
  EXPECT_EQ(game.outcome({1, 1}), Outcome::N);
  EXPECT_THROW(check_position(game.game(), {2, 3}), RequestError);
}

TEST(EuclidTheorem, IsLostWhereTheNumbersAreWithinTheGoldenRatio) {
  const Table table = GameUnderTest("euclid").outcomes({0, 0}, {120, 120});
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    const Position position = table.box.position(i);
    const Coordinate least = std::min(position[0], position[1]), most = std::max(position[0], position[1]);
    // most < phi * least, in integers
    const bool within = (2 * most - least) * (2 * most - least) < 5 * least * least;
    const bool expected = least == 0 || (least != most && within);
    ASSERT_EQ(table.outcome(i) == Outcome::P, expected) << to_string(position);
  }
}

}  // namespace
}  // namespace bouton
