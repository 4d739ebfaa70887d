#include "engine/graph/graph_values.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/brute_force.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

/// The values of a whole graph; node i of the graph is node i here.
struct Solved {
  explicit Solved(const test::Graph& graph, Play play = Play::normal) : Solved(test::graph_game(graph, play), graph.size()) {}
  Solved(test::GamePointer rules, std::size_t nodes)
      : game(std::move(rules)), values(*game, budget, std::make_shared<MemoryAccount>(budget)) {
    for (std::size_t node = 0; node < nodes; ++node) values.add_start(Position{static_cast<Coordinate>(node)});
    complete = values.explore() == MoveGraph::Status::complete;
  }

  OutcomeAndRemoteness outcome(std::size_t node) { return values.outcome(static_cast<MoveGraph::Node>(node)).unpack(); }
  Nimber nimber(std::size_t node) { return values.nimber(static_cast<MoveGraph::Node>(node)); }

  test::GamePointer game;
  Budget budget;
  GraphValues values;
  bool complete = false;
};

RC_GTEST_PROP(Retrograde, DecidesEveryGraphAsTheDefinitionDoes, ()) {
  const test::Graph graph = *test::arbitrary_graph(25, false);
  for (const Play play : {Play::normal, Play::misere}) {
    Solved solved(graph, play);
    RC_ASSERT(solved.complete);
    const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(graph, play);
    for (std::size_t node = 0; node < graph.size(); ++node) RC_ASSERT(solved.outcome(node) == expected[node]);
  }
}

RC_GTEST_PROP(Retrograde, AsksTerminalPositionsForTheirOutcome, ()) {
  const test::Graph graph = *test::arbitrary_graph(25, false);
  std::vector<Outcome> terminal;
  for (std::size_t i = 0; i < graph.size(); ++i) terminal.push_back(*rc::gen::element(Outcome::P, Outcome::N, Outcome::draw));
  const test::GamePointer game = test::graph_game(graph, Play::by_position);
  game->game_terminal = [&](PositionView p) { return terminal[static_cast<std::size_t>(p[0])]; };
  Solved solved(game, graph.size());
  const std::vector<OutcomeAndRemoteness> expected =
      test::decide_by_rounds(graph, [&](std::size_t node) { return terminal[node]; });
  for (std::size_t node = 0; node < graph.size(); ++node) RC_ASSERT(solved.outcome(node) == expected[node]);
}

/// What a part of a graph decides is so whatever follows on the rest; what it does not decide is a draw where play on the rest
/// goes on for ever.
RC_GTEST_PROP(Retrograde, DecidesByAPartOfAGraphWhatNoRestChanges, ()) {
  const test::Graph graph = *test::arbitrary_graph(25, false);
  const auto most = *rc::gen::inRange<std::uint64_t>(0, graph.size() + 1);
  for (const Play play : {Play::normal, Play::misere}) {
    const test::GamePointer game = test::graph_game(graph, play);
    const Budget budget;
    GraphValues values(*game, budget, std::make_shared<MemoryAccount>(budget));
    (void)values.add_start(Position{0});
    const bool complete = values.explore({.nodes = most}) == MoveGraph::Status::complete;
    const MoveGraph& part = values.graph();
    test::Graph endless = graph, other = graph;
    for (auto node = static_cast<MoveGraph::Node>(part.explored()); node < part.size(); ++node) {
      const auto beyond = static_cast<std::size_t>(part.position(node)[0]);
      endless[beyond] = {beyond};
      other[beyond] = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, graph.size()));
    }
    const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(complete ? graph : endless, play);
    const std::vector<OutcomeAndRemoteness> elsewhere = test::decide_by_rounds(other, play);
    for (MoveGraph::Node node = 0; node < part.explored(); ++node) {
      const auto place = static_cast<std::size_t>(part.position(node)[0]);
      const std::optional<PackedOutcome> decided = values.decided(node);
      RC_ASSERT(decided.has_value() == (complete || expected[place].outcome != Outcome::draw));
      if (!decided) continue;
      RC_ASSERT(decided->unpack() == expected[place]);
      RC_ASSERT(decided->outcome() == elsewhere[place].outcome);
    }
  }
}

RC_GTEST_PROP(LoopyNimbers, AreGrundyValuesWithoutCycles, ()) {
  const test::Graph graph = *test::arbitrary_graph(40, true);
  Solved solved(graph);
  const std::vector<std::uint32_t> expected = test::grundy_values(graph);
  for (std::size_t node = 0; node < graph.size(); ++node) RC_ASSERT(solved.nimber(node) == Nimber(expected[node]));
}

RC_GTEST_PROP(LoopyNimbers, TellTheOutcomeOfEveryPosition, ()) {
  const test::Graph graph = *test::arbitrary_graph(25, false);
  Solved solved(graph);
  for (std::size_t node = 0; node < graph.size(); ++node)
    RC_ASSERT(solved.nimber(node).outcome() == solved.outcome(node).outcome);
}

RC_GTEST_PROP(LoopyNimbers, TellTheOutcomeOfEverySum, ()) {
  const test::Graph a = *test::arbitrary_graph(12, false);
  const test::Graph b = *test::arbitrary_graph(12, false);
  Solved solved_a(a);
  Solved solved_b(b);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(test::product(a, b), Play::normal);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      RC_ASSERT((solved_a.nimber(i) + solved_b.nimber(j)).outcome() == expected[i * b.size() + j].outcome);
}

RC_GTEST_PROP(LoopyNimbers, TellTheOutcomeOfEverySumOfThree, ()) {
  const test::Graph a = *test::arbitrary_graph(6, false);
  const test::Graph b = *test::arbitrary_graph(6, false);
  const test::Graph c = *test::arbitrary_graph(6, false);
  Solved solved_a(a);
  Solved solved_b(b);
  Solved solved_c(c);
  const test::Graph sum = test::product(test::product(a, b), c);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(sum, Play::normal);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const Nimber value =
        solved_a.nimber(i / c.size() / b.size()) + solved_b.nimber(i / c.size() % b.size()) + solved_c.nimber(i % c.size());
    RC_ASSERT(value.outcome() == expected[i].outcome);
  }
}

TEST(LoopyNimbers, OfTheSmallestGraphs) {
  // 0: no move. 1: to itself. 2: to itself or 0. 3: to 2. 4: to 0 or 1.
  Solved solved(test::Graph{{}, {1}, {2, 0}, {2}, {0, 1}});
  EXPECT_EQ(solved.nimber(0).text(), "0");
  EXPECT_EQ(solved.nimber(1).text(), "∞()");
  EXPECT_EQ(solved.nimber(2).text(), "∞(0)");
  EXPECT_EQ(solved.nimber(3).text(), "0");
  EXPECT_EQ(solved.nimber(4).text(), "∞(0)");
}

TEST(GraphValues, FollowAGraphThatGrows) {
  const test::GamePointer game = test::pass_nim();
  const Budget budget;
  GraphValues values(*game, budget, std::make_shared<MemoryAccount>(budget));
  const MoveGraph::Node small = values.add_start(Position{1, 0});
  ASSERT_EQ(values.explore(), MoveGraph::Status::complete);
  EXPECT_EQ(values.nimber(small), Nimber(Grundy{1}));
  const MoveGraph::Node large = values.add_start(Position{2, 2});
  ASSERT_EQ(values.explore(), MoveGraph::Status::complete);
  EXPECT_EQ(values.outcome(small).unpack(), (OutcomeAndRemoteness{Outcome::N, 1}));
  EXPECT_EQ(values.outcome(large).outcome(), values.nimber(large).outcome());
}

}  // namespace
}  // namespace bouton
