#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Outcome;
using bouton::Position;
using bouton::Solver;
using bouton::Sum;

TEST(CppPlay, TheBestMoveWinsWhereOneDoes) {
  Solver solver(subtraction(3));
  for (Coordinate n = 1; n < 20; ++n) {
    const std::optional<bouton::MoveValue> best = best_move(solver, Position{n});
    ASSERT_TRUE(best);
    EXPECT_EQ(best->value.outcome, n % 4 == 0 ? Outcome::N : Outcome::P) << n;
    if (n % 4 != 0) {
      EXPECT_EQ(best->move.to, (std::vector<Position>{{n - n % 4}})) << n;
    }
  }
  EXPECT_EQ(best_move(solver, Position{0}), std::nullopt);
}

TEST(CppPlay, PlayersChooseMoves) {
  Solver solver(subtraction(3));
  EXPECT_EQ(player_move(solver, Position{7}, "perfect")->to, (std::vector<Position>{{4}}));
  EXPECT_EQ(player_move(solver, Position{7}, "random", 3), player_move(solver, Position{7}, "random", 3));
  EXPECT_EQ(player_move(solver, Position{0}, "random"), std::nullopt);
  EXPECT_THROW(player_move(solver, Position{7}, "level:11"), bouton::RequestError);
}

TEST(CppPlay, AGameHasPlayersOfItsOwn) {
  const auto with = [](bouton::Strategy strategy) {
    return game(
        one_heap(),
        [](PositionView p, Options& out) {
          for (Coordinate t = 1; t <= std::min<Coordinate>(3, p[0]); ++t) out.add({p[0] - t}, 1);
        },
        [](Declared& rules) { rules.given_labels = {"take"}; }, {.players = {std::move(strategy)}});
  };
  Solver solver(with({"greedy", [](PositionView, const std::vector<bouton::Option>& options, bouton::Random& random) {
                        EXPECT_EQ(random.below(1), 0U);
                        EXPECT_EQ(options.back().label, "take");
                        return options.size() - 1;
                      }}));
  EXPECT_EQ(player_move(solver, Position{7}, "Greedy")->to, (std::vector<Position>{{4}}));
  EXPECT_EQ(player_move(solver, Position{8}, "greedy")->to, (std::vector<Position>{{5}}));
  Solver lost(
      with({"lost", [](PositionView, const std::vector<bouton::Option>& options, bouton::Random&) { return options.size(); }}));
  EXPECT_THROW(player_move(lost, Position{7}, "lost"), bouton::RuleError);
  Solver angry(with({"angry", [](PositionView, const std::vector<bouton::Option>&, bouton::Random&) -> std::size_t {
                       throw std::logic_error("no");
                     }}));
  EXPECT_THROW(player_move(angry, Position{7}, "angry"), std::logic_error);
}

TEST(CppPlay, PerfectPlayWinsEveryMatchThatItCan) {
  Solver solver(subtraction(3));
  const bouton::MatchResult result = match(solver, Position{20}, {"random", "perfect"}, 200, 7);  // P: who moves second wins
  EXPECT_EQ(result.games, 200U);
  EXPECT_EQ(result.draws, 0U);
  EXPECT_EQ(result.sides[1].player, "perfect");
  EXPECT_EQ(result.sides[1].wins_moving_second, 100U);
  EXPECT_EQ(result.sides[0].wins() + result.sides[1].wins(), 200U);
  EXPECT_GE(result.moves, 200U * 7);  // twenty tokens, three at most a move
  EXPECT_THROW(match(solver, Position{20}, {"random", "perfect"}, 0), bouton::RequestError);
}

TEST(CppPlay, ASessionGoesForwardsAndBack) {
  Solver solver(kayles());
  bouton::Session session(solver, Position{3});
  EXPECT_EQ(session.result(), std::nullopt);
  ASSERT_EQ(session.moves().size(), 5U);
  session.play(1);  // the middle pin
  EXPECT_EQ(session.position(), (Sum{{0, {1}}, {0, {1}}}));
  session.play(0);
  ASSERT_EQ(session.made().size(), 2U);
  session.undo(2);
  EXPECT_EQ(session.undone(), 2U);
  EXPECT_EQ(session.position(), (Sum{{0, {3}}}));
  session.redo();
  EXPECT_EQ(session.position(), (Sum{{0, {1}}, {0, {1}}}));
  EXPECT_THROW(session.redo(2), bouton::RequestError);
  EXPECT_THROW(session.undo(2), bouton::RequestError);
  EXPECT_THROW(session.play(99), bouton::RequestError);
  while (!session.result()) session.play(0);
  EXPECT_EQ(session.made().size(), 3U);     // three moves, so that the first player made the last
  EXPECT_EQ(session.result(), Outcome::P);  // and the other, who is to move, has lost
}

}  // namespace
