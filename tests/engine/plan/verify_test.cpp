#include "engine/plan/verify.h"

#include <gtest/gtest.h>

#include "engine/plan/sample_box.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Game game_of(test::GamePointer rules) {
  Game game;
  game.name = "game";
  game.rules = std::move(rules);
  return game;
}

const Check& find(const std::vector<Check>& checks, std::string_view name) {
  return *std::ranges::find(checks, name, &Check::name);
}

TEST(Verify, FindsNoDifferenceInGoodRules) {
  for (const Play play : {Play::normal, Play::misere}) {
    const Game game = game_of(test::piles_nim(play));
    for (const Check& check : verify(game, Box({0, 0, 0}, {4, 4, 4}), {})) {
      EXPECT_EQ(check.difference, std::nullopt) << check.name;
      // The game states no facts, names no formula and has its moves in C++ alone.
      const bool nothing_to_compare = check.name == "known facts against the rules" ||
                                      check.name == "closed form against search" ||
                                      check.name == "the moves as a program against the rule";
      EXPECT_EQ(check.skipped.empty(), !nothing_to_compare) << check.name;
    }
  }
}

TEST(Verify, FindsANormalFormOfAnotherValue) {
  test::GamePointer rules = test::make_game(test::two_heaps(), [](PositionView p, Options& out) {
    if (p[0] > 0) out.add(Position{p[0] - 1, p[1]});
  });
  rules->game_normalize = [](Position& position) { std::ranges::sort(position); };
  const std::vector<Check> checks = verify(game_of(rules), Box({0, 0}, {2, 2}), {});
  EXPECT_EQ(find(checks, "positions against their normal forms").difference,
            "1,0 (normal form 0,1): N, Grundy value 1, remoteness 1 against P, Grundy value 0, remoteness 0");
  EXPECT_TRUE(find(checks, "table against single positions").difference.has_value());
}

TEST(Verify, FindsANormalFormThatIsNotOne) {
  test::GamePointer rules = test::nim();
  rules->game_normalize = [](Position& position) { position[0] = 4 - position[0]; };
  const std::vector<Check> checks = verify(game_of(rules), Box({0}, {1}), {});
  EXPECT_EQ(find(checks, "positions against their normal forms").difference, "0 (normal form 4): the normal form's own is 0");
}

TEST(Verify, FindsAFactThatIsFalse) {
  Game game = game_of(test::nim());
  game.known = {{.kind = KnownFact::Kind::grundy, .position = {3}, .expected = 3, .where = ""},
                {.kind = KnownFact::Kind::outcome, .position = {0}, .expected = 1, .where = "nim.lua:7"}};
  const std::vector<Check> checks = verify(game, Box({0}, {5}), {});
  EXPECT_EQ(checks[0].difference, "0 has outcome P, not N as nim.lua:7 says");
  EXPECT_EQ(checks[0].compared, 2U);
}

TEST(Verify, HandsOnEachCheckAsItEnds) {
  std::size_t handed = 0;
  const std::vector<Check> checks = verify(game_of(test::nim()), Box({0}, {3}), {}, [&](const Check&) { ++handed; });
  EXPECT_EQ(handed, checks.size());
}

TEST(SampleBox, HasSidesAsEqualAsTheRangesAllow) {
  Game game = game_of(test::make_game(Domain::fixed({{.name = "a"}, {.name = "b", .least = 1}, {.name = "c", .greatest = 1}}),
                                      [](PositionView, Options&) {}));
  const Box box = sample_box(game, 100);
  EXPECT_EQ(box.low(), (Position{0, 1, 0}));
  EXPECT_EQ(box.high(), (Position{6, 7, 1}));
  EXPECT_EQ(sample_box(game, 1).size(), 1U);
  const Game bounded = game_of(test::make_game(Domain::fixed({{.name = "a", .greatest = 3}}), [](PositionView, Options&) {}));
  EXPECT_EQ(sample_box(bounded, 100).size(), 4U);
}

TEST(SampleBox, HasAsManyPilesAsTheExample) {
  Game game = game_of(test::piles_nim());
  EXPECT_EQ(sample_box(game, 100).dimensions(), 2U);
  game.example = BigPosition{1, 2, 3};
  EXPECT_EQ(sample_box(game, 100).dimensions(), 3U);
}

}  // namespace
}  // namespace bouton
