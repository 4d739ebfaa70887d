#include "engine/graph/move_graph.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/base/errors.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

using Status = MoveGraph::Status;

std::shared_ptr<MemoryAccount> account(std::size_t bytes = std::size_t{1} << 30) {
  Budget budget;
  budget.memory = bytes;
  return std::make_shared<MemoryAccount>(budget);
}

TEST(MoveGraph, HasANodeForEveryFollowerAndAnEdgeForEveryOption) {
  const test::GamePointer game = test::wythoff();
  MoveGraph graph(account());
  const MoveGraph::Node start = graph.add_start(*game, Position{4, 3});
  ASSERT_EQ(graph.explore(*game, Budget{}), Status::complete);
  EXPECT_EQ(start, 0U);
  EXPECT_EQ(graph.position(start), (Position{3, 4}));
  EXPECT_EQ(graph.size(), 14U);
  EXPECT_EQ(game->asked, 14U);
  for (MoveGraph::Node node = 0; node < graph.size(); ++node) {
    Options options;
    game->options(graph.position(node), options);
    std::set<Position> expected;
    for (std::size_t i = 0; i < options.size(); ++i) {
      Position option(options[i][0]);
      game->normalize(option);
      expected.insert(option);
    }
    std::set<Position> found;
    for (const MoveGraph::Node option : graph.options(node)) found.insert(graph.position(option));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(graph.options(node).size(), expected.size());
    EXPECT_EQ(graph.find(graph.position(node)), node);
  }
}

/// A rule that names one option again and again makes work that its edges do not show.
TEST(MoveGraph, StopsAtTheNumberOfNamedOptions) {
  const test::GamePointer game = test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    for (int i = 0; i < 1000 && p[0] > 0; ++i) out.add(Position{p[0] - 1});
  });
  MoveGraph graph(account());
  graph.add_start(*game, Position{100});
  EXPECT_EQ(graph.explore(*game, Budget{}, {.named = 5000}), Status::too_large);
  EXPECT_EQ(game->asked, 6U);
  EXPECT_EQ(graph.edges(), 6U);
  EXPECT_EQ(graph.explore(*game, Budget{}), Status::complete);
}

TEST(MoveGraph, KeepsTheFirstLabelOfAnEdge) {
  const test::GamePointer game = test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    if (p[0] == 0) return;
    out.add(Position{0}, 3);
    out.add(p, 4);
    out.add(Position{0}, 5);
  });
  MoveGraph graph(account(), MoveGraph::Labels::keep);
  graph.add_start(*game, Position{1});
  ASSERT_EQ(graph.explore(*game, Budget{}), Status::complete);
  EXPECT_EQ(std::vector<Label>(graph.labels(0).begin(), graph.labels(0).end()), (std::vector<Label>{3, 4}));
  EXPECT_TRUE(graph.labels(1).empty());
}

TEST(MoveGraph, GrowsWithoutAskingAgain) {
  const test::GamePointer game = test::nim();
  MoveGraph graph(account());
  graph.add_start(*game, Position{5});
  ASSERT_EQ(graph.explore(*game, Budget{}), Status::complete);
  graph.add_start(*game, Position{7});
  ASSERT_EQ(graph.explore(*game, Budget{}), Status::complete);
  EXPECT_EQ(graph.size(), 8U);
  EXPECT_EQ(graph.edges(), 28U);
  EXPECT_EQ(game->asked, 8U);
}

TEST(MoveGraph, ReportsASplit) {
  const test::GamePointer game = test::kayles();
  MoveGraph graph(account());
  graph.add_start(*game, Position{3});
  EXPECT_EQ(graph.explore(*game, Budget{}), Status::split);
}

TEST(MoveGraph, EndsAtALimit) {
  const test::GamePointer game = test::endless();
  MoveGraph bounded(account());
  bounded.add_start(*game, Position{0});
  EXPECT_EQ(bounded.explore(*game, Budget{}, {.nodes = 1000}), Status::too_large);
  EXPECT_EQ(bounded.explore(*game, Budget{}, {.edges = 2000}), Status::too_large);
  EXPECT_EQ(bounded.edges(), 2001U);

  MoveGraph unbounded(account(1 << 20));
  unbounded.add_start(*game, Position{0});
  EXPECT_THROW(unbounded.explore(*game, Budget{}), LimitError);
}

}  // namespace
}  // namespace bouton
