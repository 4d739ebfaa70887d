// Misère quotients and genera of the games of rules/.
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/misere/game_quotient.h"
#include "engine/misere/move_reach.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

std::shared_ptr<const Game> octal(const char* code) { return GameUnderTest::load("octal", {{"code", code}}); }

TEST(MoveReach, OfRulesIsReadFromTheirPrograms) {
  struct Case {
    const char* game;
    lua::Settings settings;
    std::size_t removed, heaps;
  };
  for (const auto& [name, settings, removed, heaps] :
       {Case{"kayles", {}, 2, 2}, Case{"dawsons-kayles", {}, 2, 2}, Case{"dawsons-chess", {}, 3, 2},
        Case{"treblecross", {}, 3, 2}, Case{"officers", {}, 1, 2}, Case{"octal", {{"code", "0.123"}}, 3, 1},
        Case{"octal", {{"code", "4.07"}}, 2, 2}, Case{"subtraction", {{"set", "2,7"}}, 7, 1}}) {
    const auto game = GameUnderTest::load(name, settings);
    if (game->rules->lifting(1).moves == nullptr) GTEST_SKIP() << "nothing is lifted here";
    const std::optional<MoveReach> reach = move_reach(*game->rules);
    ASSERT_TRUE(reach) << name;
    EXPECT_EQ(reach->removed, removed) << name;
    EXPECT_EQ(reach->heaps, heaps) << name;
  }
}

TEST(MoveReach, OfOtherGamesIsUnknown) {
  for (const char* name : {"nim", "lasker", "grundy", "subtract-a-square", "mark", "wythoff", "chomp", "turning", "twenty-one"})
    EXPECT_FALSE(move_reach(*GameUnderTest::load(name)->rules)) << name;
}

TEST(GameQuotientTheorem, OfKaylesIsProvedForAllHeaps) {
  const auto game = GameUnderTest::load("kayles");
  if (game->rules->lifting(1).moves == nullptr) GTEST_SKIP() << "nothing is lifted here";
  EXPECT_FALSE(quotient_to(*game, 166, {}).period);
  const GameQuotient found = quotient_to(*game, 167, {});
  EXPECT_EQ(found.quotient.size(), 40U);
  EXPECT_FALSE(found.given_up);
  ASSERT_TRUE(found.period);
  EXPECT_EQ(found.period->preperiod, 71U);
  EXPECT_EQ(found.period->period, 12U);
  ASSERT_GE(found.genera.size(), 28U);
  EXPECT_EQ(found.genera[27].genus.text(), "8^8(10)");
}

TEST(GameQuotient, OfOctalGames) {
  EXPECT_EQ(quotient_to(*octal("0.75"), 40, {}).quotient.size(), 8U);
  EXPECT_EQ(quotient_to(*octal("0.123"), 40, {}).quotient.size(), 20U);
}

TEST(GameQuotient, OfMisereNimIsThatOfNim) {
  const auto game = GameUnderTest::load("nim");
  const GameQuotient found = quotient_to(*game, 7, {});
  EXPECT_EQ(found.quotient.size(), 10U);
  EXPECT_EQ(to_string(found.presentation), "⟨a, b, c | a^2 = 1, c^2 = b^2, b^3 = b, b^2c = c⟩, P = {a, b^2}");
  EXPECT_FALSE(found.period);
}

TEST(GameQuotient, OfSeveralCoordinatesIsThatOfWhatCanBeReached) {
  const auto game = GameUnderTest::load("wythoff");
  const GameQuotient found = quotient_below(*game, {Position{3, 3}}, {});
  EXPECT_FALSE(found.given_up);
  ASSERT_EQ(found.positions.size(), 10U);  // pairs, up to order
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    Solver misere({under_play(game->rules, Play::misere)}, Budget{});
    const Outcome outcome = misere.outcome({{0, widen(found.positions[i])}});
    EXPECT_EQ(found.quotient.is_p(found.quotient.value(static_cast<Heap>(i))), outcome == Outcome::P);
    EXPECT_EQ(found.genera[i].genus.misere[0] == 0, outcome == Outcome::P);
  }
}

TEST(GameQuotient, IsOfPlayThatEnds) {
  EXPECT_THROW(quotient_below(*GameUnderTest::load("pass-nim"), {Position{1, 1}}, {}), RequestError);
  EXPECT_THROW(quotient_to(*GameUnderTest::load("wythoff"), 3, {}), RequestError);
}

TEST(MiserePosition, OfASumOfGames) {
  const std::vector<std::shared_ptr<const Rules>> games = {GameUnderTest::load("kayles")->rules,
                                                           GameUnderTest::load("wythoff")->rules};
  const MiserePosition found = misere_position(games, {{0, Position{9}}, {0, Position{5}}}, {});
  EXPECT_EQ(found.found.genus.text(), "0^02");
  EXPECT_FALSE(found.found.tame);
  EXPECT_EQ(found.outcome, Outcome::P);
  const MiserePosition mixed = misere_position(games, {{1, Position{3, 5}}, {0, Position{5}}}, {});
  Solver misere({under_play(games[0], Play::misere), under_play(games[1], Play::misere)}, Budget{}, {.quotients = false});
  EXPECT_EQ(mixed.outcome, misere.outcome({{1, {3, 5}}, {0, {5}}}));
  EXPECT_EQ(mixed.found.genus.misere[0] == 0, mixed.outcome == Outcome::P);
}

}  // namespace
}  // namespace bouton
