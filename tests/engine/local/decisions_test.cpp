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

TEST(Decisions, WaysToWhatIsNotKnownAreNamedAsFarAsTheyExist) {
  // The second look at a cell that was seen: along one edge nobody can come.
  Decisions diagram(2, 2);
  const auto first = diagram.add_node(0), second = diagram.add_node(1), again = diagram.add_node(0);
  diagram.beginning().to = first;
  diagram.edge(first, 0) = {second, {}};
  diagram.edge(first, 1) = {Decisions::kEnd, {}};
  diagram.edge(second, 0) = {again, {}};
  diagram.edge(again, 0) = {Decisions::kEnd, {option({{0, 1}})}};
  EXPECT_EQ(diagram.unseen_ways(8), (std::vector<Changes>{{{0, 0}, {1, 1}}}));
  EXPECT_TRUE(diagram.unseen_ways(0).empty());
  EXPECT_FALSE(diagram.local_moves());
  diagram.edge(second, 1) = {Decisions::kEnd, {}};
  EXPECT_TRUE(diagram.unseen_ways(8).empty());
  EXPECT_EQ(moves_of(diagram), (std::vector<LocalMove>{{{{0, 1, 1}, {1, 1, -1}}}}));
}

TEST(Decisions, OfVeryManyMovesNoneIsLocal) {
  // Of eight cells the ninth is filled where an odd number is.
  Decisions diagram(9, 2);
  std::vector<Decisions::Node> even, odd;
  for (std::uint32_t cell = 0; cell < 9; ++cell) {
    even.push_back(diagram.add_node(cell));
    odd.push_back(diagram.add_node(cell));
  }
  diagram.beginning().to = even[0];
  for (std::uint32_t cell = 0; cell < 8; ++cell) {
    diagram.edge(even[cell], 0).to = even[cell + 1];
    diagram.edge(even[cell], 1).to = odd[cell + 1];
    diagram.edge(odd[cell], 0).to = odd[cell + 1];
    diagram.edge(odd[cell], 1).to = even[cell + 1];
  }
  for (std::uint32_t state = 0; state < 2; ++state) {
    diagram.edge(even[8], state) = {Decisions::kEnd, {}};
    diagram.edge(odd[8], state) = {Decisions::kEnd, {}};
  }
  diagram.edge(odd[8], 0).options = {option({{8, 1}})};
  EXPECT_EQ(moves_of(diagram).size(), 128U);
  diagram.edge(even[8], 0).options = {option({{7, 1}, {8, 1}})};
  EXPECT_FALSE(diagram.local_moves());
}

}  // namespace
}  // namespace bouton::local
