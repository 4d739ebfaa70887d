#include "engine/play/perfect.h"

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

MoveValue to(Outcome outcome, std::optional<Remoteness> remoteness) {
  return {.move = {}, .value = {outcome, std::nullopt, remoteness}};
}

TEST(PerfectMove, WinsAsSoonAsItCan) {
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 1), to(Outcome::P, 6), to(Outcome::P, 4), to(Outcome::P, 4)}), 2U);
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::P, std::nullopt), to(Outcome::P, 4)}), 1U);
}

TEST(PerfectMove, HoldsADraw) { EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 9), to(Outcome::draw, std::nullopt)}), 1U); }

TEST(PerfectMove, LosesAsLateAsItCan) {
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 3), to(Outcome::N, 5), to(Outcome::N, 1)}), 1U);
}

TEST(HardestMove, LeavesTheFewestAnswers) {
  // From 0 every move loses after the same number of moves; 1 has two winning answers, 2 has one.
  const auto rules = test::graph_game({{1, 2}, {3, 4}, {3}, {}, {}});
  Solver solver({rules}, Budget{});
  const Sum sum = {{0, {Integer(0)}}};
  const std::vector<MoveValue> moves = solver.moves(sum);
  EXPECT_EQ(perfect_move(moves), 0U);
  EXPECT_EQ(hardest_move(solver, sum, moves), 1U);
}

TEST(HardestMove, WinsWhereItCan) {
  Solver solver({test::wythoff()}, Budget{});
  const Sum sum = {{0, {Integer(5), Integer(7)}}};
  const std::vector<MoveValue> moves = solver.moves(sum);
  EXPECT_EQ(hardest_move(solver, sum, moves), perfect_move(moves));
}

}  // namespace
}  // namespace bouton
