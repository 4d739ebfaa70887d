// The games of several piles or coins.
#include <algorithm>
#include <bit>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

Position repeat(Coordinate value, std::size_t times) {
  Position position;
  for (std::size_t i = 0; i < times; ++i) position.push_back(value);
  return position;
}

/// Every valid position of so many piles up to `most` is P exactly where `is_losing` says so.
template <typename Predicate>
void expect_losing(const char* game, const lua::Settings& settings, std::size_t piles, Coordinate most, Predicate is_losing) {
  const Table table = GameUnderTest(game, settings).outcomes(repeat(0, piles), repeat(most, piles));
  std::uint64_t checked = 0;
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    if (!table.valid(i)) continue;
    const Position position = table.box.position(i);
    ASSERT_EQ(table.outcome(i) == Outcome::P, is_losing(position)) << to_string(position);
    ++checked;
  }
  EXPECT_GT(checked, 0U);
}

Coordinate nim_sum(const Position& position) {
  Coordinate sum = 0;
  for (const Coordinate a : position) sum ^= a;
  return sum;
}

/// The nim-sum of every second of `gaps`, the last one included.
Coordinate nim_sum_of_every_second(const std::vector<Coordinate>& gaps) {
  Coordinate sum = 0;
  for (std::size_t i = gaps.size(); i > 0; i -= std::min<std::size_t>(i, 2)) sum ^= gaps[i - 1];
  return sum;
}

std::vector<Coordinate> differences(const Position& position) {
  std::vector<Coordinate> gaps;
  for (std::size_t i = 0; i < position.size(); ++i) gaps.push_back(position[i] - (i > 0 ? position[i - 1] : 0));
  return gaps;
}

TEST(StaircaseTheorem, IsLostWhereTheNimSumOfEverySecondDifferenceIsZero) {
  for (const auto& [piles, most] : std::vector<std::pair<std::size_t, Coordinate>>{{1, 20}, {2, 20}, {3, 10}, {4, 7}, {5, 5}})
    expect_losing("staircase", {}, piles, most, [](const Position& a) { return nim_sum_of_every_second(differences(a)) == 0; });
}

TEST(Staircase, KeepsTheOrder) {
  const auto game = GameUnderTest::load("staircase");
  EXPECT_THROW(check_position(*game, {3, 2}), RequestError);
  EXPECT_NO_THROW(check_position(*game, {0, 0, 2, 2}));
}

TEST(SilverDollarTheorem, IsLostWhereTheNimSumOfEverySecondGapIsZero) {
  for (const auto& [coins, most] : std::vector<std::pair<std::size_t, Coordinate>>{{1, 20}, {2, 20}, {3, 12}, {4, 9}, {5, 8}})
    expect_losing("silver-dollar", {}, coins, most, [](const Position& a) {
      std::vector<Coordinate> gaps = differences(a);
      for (std::size_t i = 1; i < gaps.size(); ++i) --gaps[i];
      return nim_sum_of_every_second(gaps) == 0;
    });
}

TEST(SilverDollarTheorem, IsTheStaircaseOfItsFreeSquares) {
  GameUnderTest coins("silver-dollar"), piles("staircase");
  const Table table = coins.grundy_values({0, 0, 0}, {9, 9, 9});
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    if (!table.valid(i)) continue;
    const Position a = table.box.position(i);
    ASSERT_EQ(table.cells[i], piles.grundy({a[0], a[1] - 1, a[2] - 2})) << to_string(a);
  }
}

/// Welter's function: the two coins whose difference has the most factors 2 are mates, then the two of the rest, and so
/// on; the value is the nim-sum of (x xor y) - 1 over all mates, and of the coin that is left over.
Coordinate welter_function(Position coins) {
  Coordinate value = 0;
  std::vector<Coordinate> left(coins.begin(), coins.end());
  while (left.size() > 1) {
    std::size_t best_i = 0, best_j = 1;
    int best = -1;
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = i + 1; j < left.size(); ++j)
        if (const int twos = std::countr_zero(static_cast<std::uint64_t>(left[i] ^ left[j])); twos > best) {
          best = twos;
          best_i = i;
          best_j = j;
        }
    value ^= (left[best_i] ^ left[best_j]) - 1;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best_j));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best_i));
  }
  return left.empty() ? value : value ^ left[0];
}

TEST(WelterTheorem, GrundyValuesAreWeltersFunction) {
  for (const auto& [coins, most] : std::vector<std::pair<std::size_t, Coordinate>>{{1, 20}, {2, 20}, {3, 12}, {4, 9}}) {
    const Table table = GameUnderTest("welter").grundy_values(repeat(0, coins), repeat(most, coins));
    for (std::uint64_t i = 0; i < table.box.size(); ++i) {
      if (!table.valid(i)) continue;
      ASSERT_EQ(table.cells[i], welter_function(table.box.position(i))) << to_string(table.box.position(i));
    }
  }
}

TEST(Welter, HasOneCoinOnASquare) { EXPECT_THROW(check_position(*GameUnderTest::load("welter"), {4, 1, 4}), RequestError); }

TEST(MooreTheorem, IsLostWhereEveryBinaryDigitIsHeldByAMultipleOfKPlusOnePiles) {
  for (const auto& [k, piles, most] :
       std::vector<std::tuple<int, std::size_t, Coordinate>>{{1, 3, 7}, {2, 3, 8}, {2, 4, 5}, {3, 4, 4}})
    expect_losing("moore", {{"k", std::to_string(k)}}, piles, most, [k = k](const Position& a) {
      for (int bit = 0; bit < 8; ++bit) {
        const auto holders = std::ranges::count_if(a, [&](Coordinate x) { return (x >> bit & 1) != 0; });
        if (holders % (k + 1) != 0) return false;
      }
      return true;
    });
}

TEST(MisereNimTheorem, IsLostAsNormalNimUnlessAllHeapsAreSmall) {
  for (const auto& [piles, most] : std::vector<std::pair<std::size_t, Coordinate>>{{1, 9}, {2, 9}, {4, 5}})
    expect_losing("misere-nim", {}, piles, most, [](const Position& a) {
      const bool all_small = std::ranges::all_of(a, [](Coordinate x) { return x <= 1; });
      return all_small ? nim_sum(a) == 1 : nim_sum(a) == 0;
    });
}

TEST(MisereNim, HasOneWinningMoveAt345) {
  EXPECT_EQ(GameUnderTest("misere-nim").winning_moves({3, 4, 5}), (std::vector<Position>{{1, 4, 5}}));
}

TEST(EndNimTheorem, TwoPilesAreNimAndAMirroredRowIsLost) {
  expect_losing("end-nim", {}, 2, 12, [](const Position& a) { return a[0] == a[1]; });
  GameUnderTest game("end-nim");
  for (Coordinate a = 1; a <= 4; ++a)
    for (Coordinate b = 1; b <= 4; ++b) {
      EXPECT_EQ(game.outcome({a, b, b, a}), Outcome::P) << a << "," << b;
      EXPECT_EQ(game.outcome({0, a, b, b, a, 0}), Outcome::P) << a << "," << b;
    }
}

TEST(EndNim, TakesFromTheEndsAlone) {
  GameUnderTest game("end-nim");
  std::vector<BigPosition> options;
  for (const MoveValue& move : game.solver().moves(GameUnderTest::sum({0, 1, 5, 2, 0}))) options.push_back(move.move.to.at(0));
  EXPECT_EQ(options, (std::vector<BigPosition>{{0, 0, 5, 2, 0}, {0, 1, 5, 1, 0}, {0, 1, 5, 0, 0}}));
  EXPECT_EQ(game.solver().moves(GameUnderTest::sum({0, 3, 0})).size(), 3U);
}

TEST(ChompTheorem, TheFirstPlayerWinsEveryRectangle) {
  GameUnderTest game("chomp");
  for (std::size_t rows = 1; rows <= 4; ++rows)
    for (Coordinate columns = 1; columns <= 5; ++columns)
      EXPECT_EQ(game.outcome(repeat(columns, rows)), rows * static_cast<std::size_t>(columns) == 1 ? Outcome::P : Outcome::N)
          << rows << " x " << columns;
}

TEST(ChompTheorem, TwoRowsAreLostWhereTheFirstIsOneLonger) {
  expect_losing("chomp", {}, 2, 12, [](const Position& a) { return a[0] == a[1] + 1 || a[0] == 0; });
}

TEST(Chomp, OnABoardHasTheSameValues) {
  GameUnderTest rows("chomp"), board("chomp-board");
  for (Coordinate a = 1; a <= 4; ++a)
    for (Coordinate b = 0; b <= a; ++b)
      for (Coordinate c = 0; c <= b; ++c) {
        Position bar;
        for (const Coordinate left : {a, b, c})
          for (Coordinate column = 0; column < 4; ++column) bar.push_back(column < left ? 0 : 1);
        EXPECT_EQ(board.solver().grundy({{0, widen(bar)}}), rows.solver().grundy({{0, widen(Position{a, b, c})}}));
      }
}

TEST(Chomp, TheOnlyWinningOpeningOfASquareLeavesOneRowAndOneColumn) {
  EXPECT_EQ(GameUnderTest("chomp").winning_moves({4, 4, 4, 4}), (std::vector<Position>{{4, 1, 1, 1}}));
}

TEST(PassNimTheorem, TwoHeapsAreADrawOfInfiniteNimber) {
  GameUnderTest game("pass-nim");
  for (Coordinate a = 0; a <= 6; ++a)
    for (Coordinate b = 0; b <= 6; ++b) {
      SCOPED_TRACE(to_string(Position{a, b}));
      const bool loops = a > 0 && b > 0;
      EXPECT_EQ(game.nimber({a, b}), loops ? Nimber::infinity({widen(a), widen(b)}) : Nimber(widen(a + b)));
      EXPECT_EQ(game.outcome({a, b}), loops ? Outcome::draw : a + b > 0 ? Outcome::N : Outcome::P);
      EXPECT_EQ(game.solver().remoteness(GameUnderTest::sum({a, b})).has_value(), !loops);
    }
}

TEST(PassNimTheorem, InASumItIsWonBesideOneOfItsHeaps) {
  const auto pass_nim = GameUnderTest::load("pass-nim"), nim = GameUnderTest::load("nim");
  Solver solver({pass_nim->rules, nim->rules}, Budget{});
  for (Coordinate n = 0; n <= 5; ++n)
    EXPECT_EQ(solver.outcome({{0, {2, 3}}, {1, {widen(n)}}}), n == 2 || n == 3 ? Outcome::N : Outcome::draw) << n;
}

}  // namespace
}  // namespace bouton
