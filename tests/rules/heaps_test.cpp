// The games in which a heap may be split.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

std::vector<std::uint32_t> values(const char* game, const lua::Settings& settings, Coordinate most) {
  return GameUnderTest(game, settings).grundy_values({0}, {most}).cells;
}

TEST(Octal, IsKaylesByDefault) { EXPECT_EQ(values("octal", {}, 120), values("kayles", {}, 120)); }

TEST(Octal, TheNamedGamesHaveTheirCodes) {
  EXPECT_EQ(values("octal", {{"code", "0.07"}}, 80), values("dawsons-kayles", {}, 80));
  EXPECT_EQ(values("octal", {{"code", "0.137"}}, 80), values("dawsons-chess", {}, 80));
  EXPECT_EQ(values("octal", {{"code", "0.007"}}, 80), values("treblecross", {}, 80));
  EXPECT_EQ(values("octal", {{"code", "0.6"}}, 80), values("officers", {}, 80));
}

TEST(Octal, MayBeginWithAFour) { EXPECT_EQ(values("octal", {{"code", "4.333333333"}}, 9), values("lasker", {}, 9)); }

TEST(Octal, ThreesAreSubtraction) {
  EXPECT_EQ(values("octal", {{"code", "0.0303"}}, 60), values("subtraction", {{"set", "2,4"}}, 60));
}

TEST(Octal, AShiftOfDawsonsChessIsDawsonsKayles) {
  const std::vector<std::uint32_t> chess = values("dawsons-chess", {}, 79), kayles = values("dawsons-kayles", {}, 80);
  EXPECT_EQ(chess, std::vector<std::uint32_t>(kayles.begin() + 1, kayles.end()));
}

TEST(LaskerTheorem, SwapsTheNeighboursOfMultiplesOfFour) {
  const std::vector<std::uint32_t> table = values("lasker", {}, 200);
  for (std::uint32_t n = 1; n <= 200; ++n) EXPECT_EQ(table[n], n % 4 == 3 ? n + 1 : n % 4 == 0 ? n - 1 : n) << n;
}

TEST(NimTheorem, AHeapIsItsSize) {
  const std::vector<std::uint32_t> table = values("nim", {}, 200);
  for (std::uint32_t n = 0; n <= 200; ++n) EXPECT_EQ(table[n], n);
}

/// Whether the player to move wins on this strip of crosses (bits) by making three in a row.
bool treblecross_is_won(std::uint32_t crosses, int squares) {
  bool won = false;
  for (int i = 0; i < squares && !won; ++i) {
    const std::uint32_t next = crosses | 1U << i;
    if (next == crosses) continue;
    won = (next & next >> 1 & next >> 2) != 0 || !treblecross_is_won(next, squares);
  }
  return won;
}

TEST(TreblecrossTheorem, IsTheGameOnAStripTwoSquaresShorter) {
  GameUnderTest game("treblecross");
  for (int squares = 1; squares <= 9; ++squares)
    EXPECT_EQ(game.outcome({squares + 2}) == Outcome::N, squares >= 3 ? treblecross_is_won(0, squares) : true) << squares;
}

}  // namespace
}  // namespace bouton
