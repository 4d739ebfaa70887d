#include "engine/verify/verify.h"

#include <gtest/gtest.h>

#include "engine/rules/sample_box.h"
#include "tests/engine/games.h"
#include "tests/engine/reports.h"

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

TEST(Verify, FindsATextThatIsNotReadAsWhatItShows) {
  Game game = game_of(test::nim());
  game.show = [](PositionView position) { return std::string(static_cast<std::size_t>(position[0]), 'o'); };
  std::size_t longest = 9;
  game.read = [&](std::string_view text) {
    return std::optional<BigPosition>({Integer(static_cast<unsigned long>(std::min(text.size(), longest)))});
  };
  const auto texts = [&] { return find(verify(game, Box({0}, {5}), {}), "positions against their texts"); };
  EXPECT_EQ(texts().difference, std::nullopt);
  EXPECT_EQ(texts().compared, 6U);
  longest = 3;
  EXPECT_EQ(texts().difference, "4 is shown as 'oooo', which is read as 3");
  game.read = [](std::string_view) { return std::optional<BigPosition>(); };
  EXPECT_EQ(texts().difference,
            "0 is shown as '', which cannot be read: position () has 0 coordinates, this game has 1 (n), "
            "and read makes no position of it");
}

TEST(Verify, HandsOnEachCheckAsItEnds) {
  std::size_t handed = 0;
  const std::vector<Check> checks = verify(game_of(test::nim()), Box({0}, {3}), {}, [&](const Check&) { ++handed; });
  EXPECT_EQ(handed, checks.size());
}

/// What is below a list grows fast, since great entries make it longer.
test::GamePointer growing_lists() {
  return test::make_game(test::heaps(), [](PositionView p, Options& out) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      Position to(p);
      if (p[i] >= 1) {
        to[i] = p[i] - 1;
        out.add(to);
      }
      if (p[i] >= 4) {
        to[i] = p[i] - 2;
        to.push_back(1);
        out.add(to);
      }
    }
  });
}

TEST(Verify, TakesABoxBelowWhichThereIsNotTooMuch) {
  const test::GamePointer rules = growing_lists();
  const Game game = game_of(rules);
  const Box box = verification_box(game, {});
  EXPECT_GE(box.size(), 10U);
  const std::vector<Check> checks = verify(game, box, {});
  EXPECT_LT(rules->asked, 3'000'000U);
  for (const Check& check : checks) EXPECT_EQ(check.difference, std::nullopt) << check.name;
}

TEST(Verify, TakesTheLeastBoxWhereOnePositionHasTooMuchBelow) {
  const Game game = game_of(test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    if (p[0] < 1'000'000'000) out.add(Position{p[0] + 1});
  }));
  EXPECT_EQ(verification_box(game, {}).size(), 1U);
}

TEST(Verify, ComparesNoTableWhereNoPositionIsValid) {
  const test::GamePointer rules = test::piles_nim();
  rules->game_valid = [](PositionView p) { return p[0] + p[1] == 100; };
  const std::vector<Check> checks = verify(game_of(rules), Box({0, 0}, {9, 9}), {});
  EXPECT_EQ(find(checks, "table against single positions").skipped, "no position of the box is valid");
  EXPECT_EQ(find(checks, "search against the move graph").skipped, "no position of the box is valid");
}

TEST(Verify, ATableThatDoesNotFitIsRefusedBeforeAnythingIsAsked) {
  const test::GamePointer rules = test::wythoff();
  Budget budget;
  budget.memory = 1'000'000;
  EXPECT_THROW(verify(game_of(rules), Box({0, 0}, {1'000'000, 1'000'000}), budget), LimitError);
  EXPECT_EQ(rules->asked, 0U);
}

TEST(Verify, StopsBetweenOnePositionAndTheNext) {
  const Game game = game_of(test::wythoff());
  const Box box({0, 0}, {12, 12});
  test::expect_stops([&](const Budget& budget) { verify(game, box, budget); }, 4 * static_cast<std::int64_t>(box.size()));
}

TEST(Verify, ReportsOneTotal) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  const Box box({0, 0}, {6, 6});
  verify(game_of(test::wythoff()), box, budget);
  reports.expect_one_total("steps", 33 * box.size());
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
