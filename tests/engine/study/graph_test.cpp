#include "engine/study/graph.h"

#include <gtest/gtest.h>

#include "engine/sum/sum_rules.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"

namespace bouton {
namespace {

TEST(PositionGraph, HasEveryPositionBelowAHeapOfNim) {
  const Games games = {test::named_game("nim", test::nim())};
  Solver solver(rules_of(games), Budget());
  const PositionGraph graph = position_graph(games, solver, {{0, {3}}}, 4, Budget());
  ASSERT_EQ(graph.nodes.size(), 4U);
  EXPECT_EQ(graph.nodes[0].position[0].position, BigPosition{3});
  EXPECT_EQ(graph.edges.size(), 6U);
  for (const PositionGraph::Node& node : graph.nodes)
    EXPECT_EQ(*node.value.grundy, Nimber(Integer(node.position[0].position[0])));
}

TEST(PositionGraph, IsRefusedWhereItIsTooLarge) {
  const Games games = {test::named_game("nim", test::nim())};
  Solver solver(rules_of(games), Budget());
  try {
    position_graph(games, solver, {{0, {3}}}, 3, Budget());
    ADD_FAILURE();
  } catch (const GraphTooLarge& error) {
    EXPECT_STREQ(error.what(), "there are more than 3 positions below this one");
  }
}

/// A heap of 1,000 has half a million moves below it, which its graph of 1,001 positions lists.
TEST(PositionGraph, ItsMovesAreCharged) {
  const Games games = {test::named_game("nim", test::nim())};
  Budget budget;
  budget.memory = std::size_t{32} << 20;
  Solver solver(rules_of(games), budget);
  EXPECT_EQ(position_graph(games, solver, {{0, {100}}}, 10'000, budget).edges.size(), 5050U);
  EXPECT_THROW(position_graph(games, solver, {{0, {1000}}}, 10'000, budget), LimitError);
}

}  // namespace
}  // namespace bouton
