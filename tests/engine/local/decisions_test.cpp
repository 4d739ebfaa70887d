#include "engine/local/decisions.h"

#include <gtest/gtest.h>

namespace bouton::local {
namespace {

using Changes = NamedOption::Changes;

NamedOption option(Changes changes) { return {.parts = {std::move(changes)}}; }

std::vector<LocalMove> moves_of(const Decisions& diagram) {
  const Result<LocalMoves> moves = diagram.local_moves();
  EXPECT_TRUE(moves) << moves.reason();
  return moves ? moves->moves : std::vector<LocalMove>();
}

TEST(Decisions, AreCutWhereEveryWayPasses) {
  // For each of the first two cells: if it and its right neighbour are empty, both are filled.
  Decisions diagram(3, 2);
  const auto first = diagram.add_node(0), its_right = diagram.add_node(1), second = diagram.add_node(1),
             third = diagram.add_node(2);
  diagram.beginning().to = first;
  diagram.edge(first, 0) = {its_right, {}};
  diagram.edge(first, 1) = {second, {}};
  diagram.edge(its_right, 0) = {second, {option({{0, 1}, {1, 1}})}};
  diagram.edge(its_right, 1) = {second, {}};
  diagram.edge(second, 0) = {third, {}};
  diagram.edge(second, 1) = {Decisions::kEnd, {}};
  diagram.edge(third, 0) = {Decisions::kEnd, {option({{1, 1}, {2, 1}})}};
  diagram.edge(third, 1) = {Decisions::kEnd, {}};
  EXPECT_EQ(moves_of(diagram), (std::vector<LocalMove>{{{{0, 1, 1}, {1, 1, 1}}}, {{{1, 1, 1}, {2, 1, 1}}}}));
}

TEST(Decisions, ACellThatIsLeftAsItMustBeDoesNotChange) {
  Decisions diagram(2, 2);
  const auto first = diagram.add_node(0), second = diagram.add_node(1);
  diagram.beginning().to = first;
  diagram.edge(first, 0) = {Decisions::kEnd, {}};
  diagram.edge(first, 1) = {second, {}};
  diagram.edge(second, 0) = {Decisions::kEnd, {option({{0, 1}, {1, 1}})}};
  diagram.edge(second, 1) = {Decisions::kEnd, {}};
  EXPECT_EQ(moves_of(diagram), (std::vector<LocalMove>{{{{0, 2, -1}, {1, 1, 1}}}}));
}

TEST(Decisions, StatesThatLeadToTheSameAreJoined) {
  Decisions diagram(2, 3);
  const auto first = diagram.add_node(0);
  diagram.beginning().to = first;
  for (std::uint32_t state = 0; state < 3; ++state) diagram.edge(first, state) = {Decisions::kEnd, {}};
  for (const std::uint32_t state : {0U, 2U}) diagram.edge(first, state).options = {option({{1, 2}})};
  EXPECT_EQ(moves_of(diagram), (std::vector<LocalMove>{{{{0, 5, -1}, {1, 7, 2}}}}));
}

}  // namespace
}  // namespace bouton::local
