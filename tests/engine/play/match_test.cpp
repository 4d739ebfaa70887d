#include "engine/play/match.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/play/session.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

std::vector<std::shared_ptr<const Game>> games_of(std::shared_ptr<const Rules> rules) {
  auto game = std::make_shared<Game>();
  game->name = "test";
  game->rules = std::move(rules);
  return {game};
}

MatchResult play(const std::shared_ptr<const Rules>& rules, const char* a, const char* b, const Sum& start, std::uint64_t games,
                 std::uint64_t seed, unsigned threads = 1) {
  Budget budget;
  budget.threads = threads;
  const auto make_arena = [&] {
    Arena arena{Board({rules}), {}};
    arena.players = {make_player(a, games_of(rules), budget), make_player(b, games_of(rules), budget)};
    return arena;
  };
  return play_match(make_arena, start, games, seed, budget);
}

bool same(const MatchResult& a, const MatchResult& b) {
  for (std::size_t i = 0; i < 2; ++i)
    if (a.sides[i].wins_moving_first != b.sides[i].wins_moving_first ||
        a.sides[i].wins_moving_second != b.sides[i].wins_moving_second)
      return false;
  return a.draws == b.draws && a.moves == b.moves && a.games == b.games;
}

TEST(Match, IsDecidedByTheSeedWhateverTheThreads) {
  const auto rules = test::wythoff();
  const MatchResult once = play(rules, "random", "random", {{0, {9, 12}}}, 500, 7);
  EXPECT_TRUE(same(once, play(rules, "random", "random", {{0, {9, 12}}}, 500, 7)));
  EXPECT_TRUE(same(once, play(rules, "random", "random", {{0, {9, 12}}}, 500, 7, 3)));
  EXPECT_FALSE(same(once, play(rules, "random", "random", {{0, {9, 12}}}, 500, 8)));
  EXPECT_EQ(once.sides[0].wins() + once.sides[1].wins() + once.draws, 500U);
}

TEST(Match, PerfectPlayWinsWhatIsWon) {
  const MatchResult result = play(test::wythoff(), "perfect", "perfect", {{0, {9, 12}}}, 10, 1);
  EXPECT_EQ(result.sides[0].wins_moving_first, 5U);
  EXPECT_EQ(result.sides[1].wins_moving_first, 5U);
  const MatchResult lost = play(test::nim(), "perfect", "perfect", {{0, {3}}, {0, {3}}}, 4, 1);
  EXPECT_EQ(lost.sides[0].wins_moving_second, 2U);
  const MatchResult split = play(test::kayles(), "perfect", "random", {{0, {20}}}, 50, 1);
  EXPECT_EQ(split.sides[0].wins_moving_first, 25U);
  const MatchResult misere = play(test::nim(Play::misere), "level:10", "random", {{0, {2}}, {0, {1}}}, 20, 1);
  EXPECT_EQ(misere.sides[0].wins_moving_first, 10U);
}

TEST(Match, EndlessPlayIsADraw) { EXPECT_EQ(play(test::pass_nim(), "perfect", "perfect", {{0, {2, 3}}}, 2, 1).draws, 2U); }

TEST(Match, LevelsGrowStronger) {
  const auto rules = test::wythoff();
  const Sum start = {{0, {7, 9}}};
  const std::uint64_t low = play(rules, "level:1", "random", start, 400, 3).sides[0].wins();
  const std::uint64_t middle = play(rules, "level:5", "random", start, 400, 3).sides[0].wins();
  const std::uint64_t high = play(rules, "level:9", "random", start, 400, 3).sides[0].wins();
  EXPECT_LT(low, middle);
  EXPECT_LT(middle, high);
}

TEST(Match, KnowsItsPlayers) {
  const auto games = games_of(test::nim());
  EXPECT_EQ(make_player("Level:3", games, Budget{})->name(), "level:3");
  for (const char* name : {"level:0", "level:11", "level:", "level:x", "nobody", ""})
    EXPECT_THROW(make_player(name, games, Budget{}), RequestError) << name;
}

TEST(Match, ConfidenceIsWilsons) {
  const ConfidenceInterval half = confidence(50, 100);
  EXPECT_NEAR(half.low, 0.40383, 1e-5);
  EXPECT_NEAR(half.high, 0.59617, 1e-5);
  const ConfidenceInterval none = confidence(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.27753, 1e-5);
  EXPECT_EQ(confidence(0, 0).high, 1);
}

TEST(Board, NumbersMovesAsSessionsDo) {
  const std::vector<std::shared_ptr<const Rules>> games = {test::kayles()};
  Board board(games);
  board.set_up(std::vector<SumPart>{{0, {5}}, {0, {3}}});
  Session session(games, board.sum());
  while (!board.over()) {
    ASSERT_EQ(board.move_count(), session.moves().size());
    const std::size_t move = board.move_count() * 2 / 3;
    const auto [component, number] = board.place(move);
    EXPECT_EQ(session.moves()[move].component, component);
    EXPECT_EQ(session.moves()[move].to.size(), board.options(component)[number].size());
    board.play(move);
    session.play(move);
  }
  EXPECT_TRUE(session.over());
  EXPECT_EQ(board.result(), session.result());
}

TEST(Random, IsUniformAndTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.next(), 10451216379200822465U);
  EXPECT_EQ(random.next(), 13757245211066428519U);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
  for (int i = 0; i < 1000; ++i) {
    const double real = random.real();
    EXPECT_TRUE(real >= 0 && real < 1);
  }
}

}  // namespace
}  // namespace bouton
