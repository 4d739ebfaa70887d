#include "engine/compound/compound_theory.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/rules/under_play.h"
#include "engine/sum/compound_rules.h"
#include "tests/engine/compound/naive_compound.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::Graph;
using test::Nodes;

/// Games on graphs, and how they are played at once.
struct Case {
  Compound compound;
  Play play;
  std::vector<Graph> graphs;
  Nodes start;

  std::shared_ptr<const CompoundRules> rules() const {
    std::vector<std::shared_ptr<const Rules>> games;
    for (const Graph& graph : graphs) games.push_back(test::graph_game(graph, play));
    return std::make_shared<CompoundRules>(games, compound, std::make_shared<MemoryAccount>(Budget()));
  }
  test::NaiveCompound naive() const { return {compound, graphs, start}; }
};

Sum sum_of(const Nodes& nodes) { return {{0, widen(test::code(nodes))}}; }

Nodes nodes_of(const BigPosition& position) {
  Nodes nodes;
  for (const Position& component : CompoundRules::positions_in(*narrow(position)))
    nodes.push_back(static_cast<std::size_t>(component[0]));
  return nodes;
}

/// Pairs and triples, each from the last node, at which most is to be seen.
Case arbitrary_case(Compound compound, Play play, bool acyclic = true) {
  Case made{compound, play, {}, {}};
  const std::size_t components = *rc::gen::element<std::size_t>(2, 2, 3);
  for (std::size_t i = 0; i < components; ++i) {
    made.graphs.push_back(*test::arbitrary_graph(components == 2 ? 9 : 6, acyclic));
    made.start.push_back(made.graphs.back().size() - 1);
  }
  return made;
}

/// Each property is about a thousand pairs and five hundred triples, in the long form about ten times as many.
std::uint64_t cases_of_property() { return test::cases(15, 150); }

class TheoryOfCompounds : public testing::TestWithParam<std::tuple<Compound, Play>> {};

/// Outcome and winning moves by the theory, as the product of the graphs has them.
void agrees_with_the_product(const Case& made) {
  const test::NaiveCompound naive = made.naive();
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(naive.graph, made.play);
  Solver solver({made.rules()}, Budget());
  const Answer answer = solver.solve(sum_of(made.start));
  RC_ASSERT(answer.methods == std::vector{Method::compound});
  RC_ASSERT(answer.value.outcome == expected[0].outcome);
  RC_ASSERT(answer.winning_moves_complete);
  std::set<Nodes> winning, found;
  for (const std::size_t option : naive.graph[0])
    if (expected[option].outcome == Outcome::P) winning.insert(naive.nodes[option]);
  for (const Move& move : answer.winning_moves) found.insert(nodes_of(move.to.at(0)));
  RC_ASSERT(found.size() == answer.winning_moves.size());
  RC_ASSERT(found == winning);
  // Every position below, too.
  for (std::size_t node = 0; node < naive.nodes.size(); ++node)
    RC_ASSERT(solver.outcome(sum_of(naive.nodes[node])) == expected[node].outcome);
  // As many as are wanted, and whether that is all.
  if (winning.empty()) return;
  const std::size_t most = *rc::gen::inRange<std::size_t>(0, winning.size() + 1);
  const Answer some = solver.solve(sum_of(made.start), most);
  RC_ASSERT(some.winning_moves.size() == std::min(most, winning.size()));
  RC_ASSERT(some.winning_moves_complete == (most >= winning.size()));
}

/// What the theory does not tell, by whatever does.
void leaves_the_rest(const Case& made) {
  const test::NaiveCompound naive = made.naive();
  Solver solver({made.rules()}, Budget());
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(naive.graph, made.play);
  RC_ASSERT(solver.remoteness(sum_of(made.start)) == expected[0].remoteness);
  RC_ASSERT((solver.answered() == Method::compound) == (made.compound == Compound::conjunctive));
  std::map<std::size_t, test::NaiveSuspense> suspense;
  RC_ASSERT(solver.suspense(sum_of(made.start)) == test::naive_suspense(naive.graph, made.play, 0, suspense).moves);
  RC_ASSERT((solver.answered() == Method::compound) == (made.compound == Compound::continued_conjunctive));
  if (made.play != Play::normal) return;
  std::map<std::size_t, std::uint32_t> grundy;
  RC_ASSERT(solver.grundy(sum_of(made.start)) == Nimber(test::naive_grundy(naive.graph, 0, grundy)));
  RC_ASSERT((solver.answered() == Method::compound) == (made.compound == Compound::ordinal));
}

/// Where play need not end.
void leaves_loops_to_the_graph(const Case& made) {
  const test::NaiveCompound naive = made.naive();
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(naive.graph, made.play);
  Solver solver({made.rules()}, Budget());
  const Answer answer = solver.solve(sum_of(made.start));
  RC_ASSERT(answer.value.outcome == expected[0].outcome);
  std::set<Nodes> winning, found;
  for (const std::size_t option : naive.graph[0])
    if (expected[option].outcome == Outcome::P) winning.insert(naive.nodes[option]);
  for (const Move& move : answer.winning_moves) found.insert(nodes_of(move.to.at(0)));
  RC_ASSERT(found == winning);
}

/// A disjunctive sum, which is not a compound but what solvers take sums for.
void sum_agrees_with_the_product(const Case& made) {
  const test::NaiveCompound naive = made.naive();
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(naive.graph, made.play);
  std::vector<std::shared_ptr<const Rules>> games;
  for (const Graph& graph : made.graphs) games.push_back(test::graph_game(graph, made.play));
  Solver solver(games, Budget());
  const auto sum_at = [](const Nodes& nodes) {
    Sum sum;
    for (std::size_t i = 0; i < nodes.size(); ++i) sum.push_back({i, {widen_unsigned(nodes[i])}});
    return sum;
  };
  const Sum sum = sum_at(made.start);
  const Answer answer = solver.solve(sum);
  RC_ASSERT(answer.value.outcome == expected[0].outcome);
  std::set<Nodes> winning, found;
  for (const std::size_t option : naive.graph[0])
    if (expected[option].outcome == Outcome::P) winning.insert(naive.nodes[option]);
  for (const Move& move : answer.winning_moves) {
    Nodes to = made.start;
    to[move.component] = move.to.at(0)[0].get_ui();
    found.insert(to);
  }
  RC_ASSERT(found == winning);
  for (std::size_t node = 0; node < naive.nodes.size(); ++node)
    RC_ASSERT(solver.outcome(sum_at(naive.nodes[node])) == expected[node].outcome);
}

TEST_P(TheoryOfCompounds, AgreesWithTheProductOfTheGraphs) {
  const Compound compound = std::get<0>(GetParam());
  const Play play = std::get<1>(GetParam());
  EXPECT_TRUE(rc::check([&] {
    for (std::uint64_t i = 0; i < cases_of_property(); ++i) agrees_with_the_product(arbitrary_case(compound, play));
  }));
}

TEST_P(TheoryOfCompounds, LeavesRemotenessSuspenseAndGrundyValuesToWhatTellsThem) {
  const Compound compound = std::get<0>(GetParam());
  const Play play = std::get<1>(GetParam());
  EXPECT_TRUE(rc::check([&] {
    for (std::uint64_t i = 0; i < cases_of_property(); ++i) leaves_the_rest(arbitrary_case(compound, play));
  }));
}

TEST_P(TheoryOfCompounds, LeavesPlayWithoutAnEndToTheGraph) {
  const Compound compound = std::get<0>(GetParam());
  const Play play = std::get<1>(GetParam());
  EXPECT_TRUE(rc::check([&] {
    for (std::uint64_t i = 0; i < cases_of_property(); ++i) leaves_loops_to_the_graph(arbitrary_case(compound, play, false));
  }));
}

RC_GTEST_PROP(DisjunctiveSums, AgreeWithTheProductOfTheGraphs, ()) {
  for (std::uint64_t i = 0; i < cases_of_property(); ++i)
    sum_agrees_with_the_product(arbitrary_case(Compound::disjunctive, Play::normal));
}

RC_GTEST_PROP(DisjunctiveSums, AgreeWithTheProductOfTheGraphsUnderMiserePlay, ()) {
  for (std::uint64_t i = 0; i < cases_of_property(); ++i)
    sum_agrees_with_the_product(arbitrary_case(Compound::disjunctive, Play::misere));
}

INSTANTIATE_TEST_SUITE_P(All, TheoryOfCompounds,
                         testing::Combine(testing::Values(Compound::diminished_disjunctive, Compound::conjunctive,
                                                          Compound::continued_conjunctive, Compound::selective,
                                                          Compound::shortened_selective, Compound::ordinal,
                                                          Compound::sequential),
                                          testing::Values(Play::normal, Play::misere)),
                         [](const auto& tested) {
                           std::string label(name(std::get<0>(tested.param)));
                           std::ranges::replace(label, '-', '_');
                           return label + (std::get<1>(tested.param) == Play::misere ? "_misere" : "");
                         });

/// The look for loops ends before it comes to this one, and the theory meets it.
TEST(TheoryOfCompoundsOfLoops, TellsOfALoopThatIsFarBelow) {
  // Very many ends, and a pair of nodes that lead to each other, beside a game of two moves.
  constexpr std::size_t kEnds = 2100;
  Graph graph(kEnds + 4);
  for (std::size_t node = 0; node < kEnds; ++node) graph[kEnds].push_back(node);
  graph[kEnds + 1] = {kEnds + 2};
  graph[kEnds + 2] = {kEnds + 1};
  graph[kEnds + 3] = {kEnds + 1, kEnds};
  const Case made{Compound::conjunctive, Play::normal, {graph, {{}, {0}, {1}}}, {kEnds + 3, 2}};
  Solver solver({made.rules()}, Budget());
  const Answer answer = solver.solve(sum_of(made.start), 1000, {.grundy = Extent::none, .remoteness = Extent::none});
  const test::NaiveCompound naive = made.naive();
  std::map<std::size_t, test::NaiveSuspense> known;
  EXPECT_EQ(answer.value.outcome == Outcome::P, test::naive_suspense(naive.graph, Play::normal, 0, known).lost);
  ASSERT_FALSE(answer.fallbacks.empty());
  EXPECT_EQ(answer.fallbacks[0].from, Method::compound);
}

/// Thirty heaps have more moves than can be listed, and no product of them fits any memory.
TEST(TheoryOfCompoundsOfManyGames, NeedsTheirPositionsOneByOne) {
  for (const Play play : {Play::normal, Play::misere}) {
    const std::vector<std::shared_ptr<const Rules>> games(30, test::nim(play));
    const std::vector<Position> heaps(30, Position{7});
    const auto rules = std::make_shared<CompoundRules>(games, Compound::selective, std::make_shared<MemoryAccount>(Budget()));
    const Position position = CompoundRules::position(heaps);
    Solver solver({rules}, Budget());
    const Answer answer = solver.solve({{0, widen(position)}}, 10);
    EXPECT_EQ(answer.value.outcome, Outcome::N);
    // Under normal play all heaps are taken; under misère play all but one, of which one is left.
    EXPECT_EQ(answer.winning_moves.size(), play == Play::normal ? 1U : 10U);
    EXPECT_EQ(answer.winning_moves_complete, play == Play::normal);
    Options options;
    EXPECT_THROW(rules->options(position, options), LimitError);
  }
}

/// Components of some thousand positions, whose values a table tells at once.
TEST(TheoryOfCompoundsByTables, AgreesWithSearches) {
  const auto wythoff = std::make_shared<test::ProgramRules>(test::two_heaps(), test::wythoff_program(), Play::normal);
  for (const std::string& text : compound_names()) {
    const Compound compound = parse_compound(text);
    if (compound == Compound::disjunctive) continue;
    for (const Play play : {Play::normal, Play::misere}) {
      const std::vector<std::shared_ptr<const Rules>> games(2, under_play(wythoff, play));
      const auto rules = std::make_shared<CompoundRules>(games, compound, std::make_shared<MemoryAccount>(Budget()));
      for (const auto& [first, second] :
           {std::pair(Position{44, 71}, Position{60, 61}), std::pair(Position{48, 78}, Position{55, 89})}) {
        const Sum sum = {{0, widen(CompoundRules::position(std::vector{first, second}))}};
        Solver by_tables({rules}, Budget()), by_searches({rules}, Budget(), {.kernels = false});
        const Answer one = by_tables.solve(sum, 1'000'000), other = by_searches.solve(sum, 1'000'000);
        EXPECT_EQ(one.value.outcome, other.value.outcome) << text;
        EXPECT_EQ(one.value.grundy, other.value.grundy) << text;
        EXPECT_EQ(one.value.remoteness, other.value.remoteness) << text;
        EXPECT_TRUE(std::ranges::equal(one.winning_moves, other.winning_moves, {}, &Move::to, &Move::to)) << text;
        EXPECT_EQ(one.solver, "compound") << text;
      }
    }
  }
}

TEST(TheoryOfCompoundsOfSplits, IsRefused) {
  const std::vector<std::shared_ptr<const Rules>> games = {test::kayles(), test::nim()};
  for (const std::string& text : compound_names()) {
    const Compound compound = parse_compound(text);
    if (compound == Compound::disjunctive) continue;
    const auto rules = std::make_shared<CompoundRules>(games, compound, std::make_shared<MemoryAccount>(Budget()));
    Solver solver({rules}, Budget());
    EXPECT_THROW(solver.solve({{0, widen(CompoundRules::position(std::vector{Position{5}, Position{3}}))}}), RequestError)
        << text;
    EXPECT_EQ(solver.outcome({{0, widen(CompoundRules::position(std::vector{Position{0}, Position{1}}))}}) == Outcome::N,
              !ends_with_one(compound))
        << text;
  }
}

}  // namespace
}  // namespace bouton
