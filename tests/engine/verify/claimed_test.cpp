#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/verify/verify.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Outcome outcome_of(ClaimValues& values, PositionView position) {
  const auto cell = values.value(ValueKind::outcome, position);
  if (!cell) throw RuleError("there is no value yet");
  return cell->table->outcome(cell->index);
}

Game wythoff() {
  Game game;
  game.name = "wythoff";
  game.rules = test::wythoff();
  return game;
}

TEST(Claimed, HoldsWhereEveryPositionFits) {
  const GameClaim claim{.words = "no two lost squares share a row",
                        .source = "somebody",
                        .box = {},
                        .failure = {},
                        .holds = [](PositionView at, ClaimValues& values) {
                          for (Coordinate y = 0; y < at[1]; ++y)
                            if (outcome_of(values, at) == Outcome::P && outcome_of(values, Position{at[0], y}) == Outcome::P)
                              return false;
                          return true;
                        }};
  const Check check = check_claim(wythoff(), claim, Box({0, 0}, {12, 12}), {});
  EXPECT_EQ(check.name, claim.words);
  EXPECT_EQ(check.compared, 169U);
  EXPECT_EQ(check.difference, std::nullopt);
  ASSERT_TRUE(check.verdict);
  EXPECT_EQ(check.verdict->source, "somebody");
  EXPECT_EQ(check.verdict->counterexample, std::nullopt);
}

TEST(Claimed, FailsFirstWhereTheSumIsLeast) {
  // Lost are (0,0), (1,2), (2,1), (3,5), ...: in the order of the box (1,2) comes before (2,1), and both before (3,0).
  GameClaim claim{.words = "lost squares lie on the diagonal", .source = {}, .box = {}, .failure = {}, .holds = {}};
  claim.holds = [](PositionView at, ClaimValues& values) { return at[0] == at[1] || outcome_of(values, at) == Outcome::N; };
  EXPECT_EQ(check_claim(wythoff(), claim, Box({0, 0}, {6, 6}), {}).verdict->counterexample, (Position{1, 2}));
  EXPECT_EQ(check_claim(wythoff(), claim, Box({0, 0}, {6, 6}), {}).difference, "1,2 is the least counterexample");
  // In this box (2,8) comes first and (5,3) has the lesser sum.
  claim.holds = [](PositionView at, ClaimValues&) { return Position(at) != Position{2, 8} && Position(at) != Position{5, 3}; };
  EXPECT_EQ(check_claim(wythoff(), claim, Box({0, 0}, {9, 9}), {}).verdict->counterexample, (Position{5, 3}));
}

TEST(Claimed, IsAsStatedWhereItFailsWhereItIsSaidTo) {
  GameClaim claim{
      .words = "all is won but the end", .source = {}, .box = Box({0, 0}, {5, 5}), .failure = Position{1, 2}, .holds = {}};
  claim.holds = [](PositionView at, ClaimValues& values) { return at[0] + at[1] == 0 || outcome_of(values, at) == Outcome::N; };
  const Check check = check_claim(wythoff(), claim, Box({0, 0}, {1, 1}), {});
  EXPECT_EQ(check.difference, std::nullopt);
  EXPECT_EQ(check.verdict->counterexample, (Position{1, 2}));
  claim.failure = Position{2, 1};
  EXPECT_EQ(check_claim(wythoff(), claim, {}, {}).difference, "1,2 is the least counterexample; 2,1 is said to be the least");
  claim.box.reset();
  EXPECT_EQ(check_claim(wythoff(), claim, Box({0, 0}, {1, 1}), {}).difference,
            "no counterexample among 4 positions; 2,1 is said to be the least");
}

TEST(Claimed, MayAskFarBeyondItsBox) {
  const GameClaim claim{.words = "the pair of 3n + 1 is won",
                        .source = {},
                        .box = Box({0, 0}, {9, 0}),
                        .failure = Position{1, 0},
                        .holds = [](PositionView at, ClaimValues& values) {
                          return outcome_of(values, Position{at[0], 2 * at[0]}) == Outcome::N || at[0] == 0;
                        }};
  EXPECT_EQ(check_claim(wythoff(), claim, {}, {}).difference, std::nullopt);
}

TEST(Claimed, AnErrorOfItsOwnIsAnError) {
  const GameClaim claim{
      .words = "nonsense", .source = {}, .box = {}, .failure = {}, .holds = [](PositionView, ClaimValues&) -> bool {
        throw RuleError("x.lua:7: attempt to compare");
      }};
  EXPECT_THROW(check_claim(wythoff(), claim, Box({0, 0}, {1, 1}), {}), RuleError);
}

TEST(Claimed, IsOfTheParametersThatTheFileStates) {
  Game game = wythoff();
  game.parameters = {{.name = "m", .doc = {}, .value = Coordinate{5}, .given = true}};
  const GameClaim claim{
      .words = "nothing holds", .source = {}, .box = {}, .failure = {}, .holds = [](PositionView, ClaimValues&) {
        return false;
      }};
  const Check check = check_claim(game, claim, Box({0, 0}, {1, 1}), {});
  EXPECT_EQ(check.skipped, "it is claimed for the parameters' defaults");
  EXPECT_EQ(check.difference, std::nullopt);
}

}  // namespace
}  // namespace bouton
