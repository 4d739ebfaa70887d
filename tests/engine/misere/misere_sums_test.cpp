#include "engine/misere/misere_sums.h"

#include <algorithm>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/plan/solver.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

test::GamePointer kayles() {
  return test::make_game(
      test::one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate taken = 1; taken <= 2; ++taken)
          for (Coordinate left = 0; 2 * left <= p[0] - taken; ++left) {
            out.add_part(Position{left});
            out.add_part(Position{p[0] - taken - left});
            out.end_split();
          }
      },
      Play::misere);
}

TEST(MisereSums, OfPlayThatNeedNotEndAreNotTold) {
  const auto circle =
      test::make_game(test::one_heap(), [](PositionView p, Options& out) { out.add(Position{(p[0] + 1) % 3}); });
  const Budget budget;
  MisereSums sums({circle}, budget);
  EXPECT_FALSE(sums.outcome({{0, Position{1}}}));
}

TEST(MisereSums, OfNothingIsWon) {
  const Budget budget;
  MisereSums sums({kayles()}, budget);
  EXPECT_EQ(sums.outcome({}), Outcome::N);
  EXPECT_EQ(sums.outcome({{0, Position{0}}}), Outcome::N);
  EXPECT_EQ(sums.outcome({{0, Position{1}}}), Outcome::P);
}

RC_GTEST_PROP(MisereSumsOracle, AreThoseOfTheSearch, ()) {
  const std::vector<std::shared_ptr<const Rules>> games = {kayles(), test::nim(Play::misere), test::piles_nim(Play::misere)};
  const Budget budget;
  MisereSums sums(games, budget);
  Solver reference(games, budget, {.quotients = false});
  const std::size_t size = *rc::gen::inRange<std::size_t>(0, 5);
  std::vector<SumPart> parts;
  Sum sum;
  for (std::size_t i = 0; i < size; ++i) {
    const auto game = *rc::gen::inRange<std::size_t>(0, 3);
    Position position{*rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Coordinate>(0, 7))};
    if (game == 2) position.push_back(*rc::gen::inRange<Coordinate>(0, 3));
    parts.push_back({game, position});
    sum.push_back({game, widen(position)});
  }
  const std::optional<Outcome> found = sums.outcome(parts);
  // The quotient of several games together may be too large; of heaps of Kayles and of Nim it is not.
  const bool large = std::ranges::any_of(parts, [](const SumPart& part) { return part.game == 2; });
  RC_ASSERT(found.has_value() || large);
  if (found) RC_ASSERT(*found == reference.outcome(sum));
}

TEST(MisereSumsSlow, SumsThatAreTooLargeToBeSearchedAreSolvedByQuotient) {
  const Budget budget;
  Solver solver({kayles()}, budget);
  const Sum sum = {{0, {40}}, {0, {41}}, {0, {42}}, {0, {43}}};
  const Answer answer = solver.solve(sum);
  EXPECT_EQ(answer.solver, "quotient");
  EXPECT_FALSE(answer.value.remoteness);
  EXPECT_FALSE(answer.value.grundy);
  EXPECT_EQ(answer.value.outcome == Outcome::N, !answer.winning_moves.empty());
  EXPECT_EQ(solver.outcome(sum), answer.value.outcome);
  EXPECT_FALSE(solver.remoteness(sum));
  // Each winning move leads to a P-position, and the listed values of all moves agree.
  std::size_t winning = 0;
  for (const MoveValue& move : solver.moves(sum)) winning += move.value.outcome == Outcome::P ? 1 : 0;
  EXPECT_EQ(winning, answer.winning_moves.size());
}

TEST(MisereSums, SmallSumsAreSearched) {
  Solver solver({kayles()}, Budget{});
  const Answer answer = solver.solve({{0, {5}}, {0, {7}}});
  EXPECT_EQ(answer.solver, "search");
  EXPECT_TRUE(answer.value.remoteness);
}

}  // namespace
}  // namespace bouton
