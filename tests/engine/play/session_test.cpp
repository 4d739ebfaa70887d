#include "engine/play/session.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/play/perfect.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Sum nim_heaps(std::initializer_list<int> heaps) {
  Sum sum;
  for (const int heap : heaps) sum.push_back({0, {Integer(heap)}});
  return sum;
}

TEST(Session, GoesForwardsAndBack) {
  Session session({test::nim()}, nim_heaps({2, 1}));
  EXPECT_EQ(session.moves().size(), 3U);
  EXPECT_EQ(session.to_move(), Session::Player::first);
  session.play(2);
  EXPECT_EQ(session.position()[1].position, BigPosition{0});
  EXPECT_EQ(session.to_move(), Session::Player::second);
  session.play(1);
  EXPECT_TRUE(session.over());
  EXPECT_EQ(session.result(), Outcome::P);
  session.undo(2);
  EXPECT_EQ(session.moves_made(), 0U);
  EXPECT_EQ(session.moves().size(), 3U);
}

TEST(Session, MakesAgainWhatWasTakenBack) {
  Session session({test::nim()}, nim_heaps({2, 1}));
  session.play(2);
  session.play(0);
  session.undo(2);
  EXPECT_EQ(session.moves_undone(), 2U);
  session.redo(1);
  EXPECT_EQ(session.position()[1].position, BigPosition{0});
  EXPECT_EQ(session.moves().size(), 2U);
  session.redo(1);
  EXPECT_EQ(session.moves_undone(), 0U);
  EXPECT_EQ(session.move_made(1).to[0], BigPosition{1});
  session.undo(1);
  session.play(1);  // another move than before
  EXPECT_EQ(session.moves_undone(), 0U);
  EXPECT_EQ(session.moves_made(), 2U);
  EXPECT_TRUE(session.over());
}

TEST(Session, EndsUnderMisereWithAWinForWhoCannotMove) {
  Session session({test::nim(Play::misere)}, nim_heaps({1}));
  session.play(0);
  EXPECT_EQ(session.result(), Outcome::N);
}

TEST(Session, ListsMovesAsTheSolverDoes) {
  const std::vector<std::shared_ptr<const Rules>> games = {test::nim()};
  const Session session(games, nim_heaps({3, 4}));
  const std::vector<MoveValue> values = Solver(games, {}).moves(session.position());
  ASSERT_EQ(values.size(), session.moves().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(values[i].move.component, session.moves()[i].component);
    EXPECT_EQ(values[i].move.to, session.moves()[i].to);
  }
}

TEST(Session, IsWonByThePerfectPlayerWhereItCanBeWon) {
  const std::vector<std::shared_ptr<const Rules>> games = {test::nim()};
  Solver solver(games, {});
  for (std::size_t answer = 0; answer < 5; ++answer) {
    Session session(games, nim_heaps({3, 4, 5}));
    while (!session.over()) {
      const bool perfect = session.to_move() == Session::Player::first;
      session.play(perfect ? perfect_move(solver.moves(session.position())) : answer % session.moves().size());
    }
    EXPECT_EQ(session.to_move(), Session::Player::second);
  }
}

TEST(Session, RefusesSumsThatHaveNoConvention) {
  const std::vector<std::shared_ptr<const Rules>> mixed = {test::nim(), test::nim(Play::misere)};
  EXPECT_THROW(Session(mixed, {{0, {1}}, {1, {1}}}), RequestError);
  const std::vector<std::shared_ptr<const Rules>> by_position = {test::nim(Play::by_position)};
  EXPECT_THROW(Session(by_position, {{0, {1}}, {0, {1}}}), RequestError);
}

}  // namespace
}  // namespace bouton
