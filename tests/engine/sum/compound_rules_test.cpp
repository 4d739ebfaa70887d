#include "engine/sum/compound_rules.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "engine/base/errors.h"
#include "tests/engine/compound/naive_compound.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

using test::Graph;
using test::Nodes;

std::shared_ptr<MemoryAccount> unlimited() { return std::make_shared<MemoryAccount>(Budget()); }

RC_GTEST_PROP(CompoundRules, HaveTheMovesOfTheDefinition, ()) {
  const Compound compound = parse_compound(*rc::gen::elementOf(compound_names()));
  if (compound == Compound::disjunctive) RC_DISCARD("a disjunctive sum is another game");
  std::vector<Graph> graphs;
  std::vector<std::shared_ptr<const Rules>> games;
  Nodes start;
  const std::size_t components = *rc::gen::inRange<std::size_t>(1, 4);
  for (std::size_t i = 0; i < components; ++i) {
    graphs.push_back(*test::arbitrary_graph(5, *rc::gen::arbitrary<bool>()));
    games.push_back(test::graph_game(graphs.back()));
    start.push_back(*rc::gen::inRange<std::size_t>(0, graphs.back().size()));
  }
  const CompoundRules rules(games, compound, unlimited());
  RC_ASSERT(rules.valid(test::code(start)));
  Options options;
  rules.options(test::code(start), options);
  std::set<Position> expected, found;
  for (const Nodes& to : test::naive_moves(compound, graphs, start)) expected.insert(test::code(to));
  for (std::size_t i = 0; i < options.size(); ++i) {
    RC_ASSERT(rules.domain().contains(options[i][0]));
    RC_ASSERT(rules.valid(options[i][0]));
    found.insert(Position(options[i][0]));
    // The moves of the components lead there.
    CompoundRules::Positions after = CompoundRules::positions_in(test::code(start));
    const auto parts = rules.parts_of(test::code(start), options[i][0]);
    RC_ASSERT(!parts.empty());
    for (const CompoundRules::Part& part : parts) after[part.component] = part.to;
    after.resize(CompoundRules::positions_in(options[i][0]).size());
    RC_ASSERT(CompoundRules::position(after) == Position(options[i][0]));
  }
  RC_ASSERT(found == expected);
}

TEST(CompoundRules, TakeComponentsOfOneGameInAnyOrderWhereNoneIsFirst) {
  const std::vector<std::shared_ptr<const Rules>> games = {test::nim(), test::wythoff(), test::nim()};
  const std::vector<std::shared_ptr<const Rules>> same = {games[0], games[1], games[0]};
  const std::vector<Position> given = {Position{5}, Position{7, 2}, Position{3}};
  Position selective = CompoundRules::position(given);
  CompoundRules(same, Compound::selective, unlimited()).normalize(selective);
  EXPECT_EQ(selective, CompoundRules::position(std::vector{Position{3}, Position{2, 7}, Position{5}}));
  Position sequential = CompoundRules::position(given);
  CompoundRules(same, Compound::sequential, unlimited()).normalize(sequential);
  EXPECT_EQ(sequential, CompoundRules::position(std::vector{Position{5}, Position{2, 7}, Position{3}}));
  Position different = CompoundRules::position(given);
  CompoundRules(games, Compound::selective, unlimited()).normalize(different);
  EXPECT_EQ(different, CompoundRules::position(std::vector{Position{5}, Position{2, 7}, Position{3}}));
}

TEST(CompoundRules, KnowTheirPositions) {
  const CompoundRules rules({test::nim(), test::wythoff()}, Compound::conjunctive, unlimited());
  EXPECT_TRUE(rules.valid(CompoundRules::position(std::vector{Position{5}, Position{7, 2}})));
  EXPECT_FALSE(rules.valid(CompoundRules::position(std::vector{Position{5}})));
  EXPECT_FALSE(rules.valid(CompoundRules::position(std::vector{Position{5}, Position{7}})));
  EXPECT_FALSE(rules.valid(CompoundRules::position(std::vector{Position{-1}, Position{7, 2}})));
  EXPECT_FALSE(rules.valid(Position{2}));
  const Coordinate far = Coordinate{1} << 62;
  EXPECT_EQ(CompoundRules::positions_in(CompoundRules::position(std::vector{Position{far}, Position{}, Position{-far, 3}})),
            (std::vector{Position{far}, Position{}, Position{-far, 3}}));
}

TEST(CompoundRules, AreOfGamesOfOneConventionWhoseMovesDoNotOblige) {
  EXPECT_THROW(CompoundRules({test::nim(), test::nim(Play::misere)}, Compound::selective, unlimited()), MixedPlay);
  EXPECT_THROW(CompoundRules({test::drawing_game()}, Compound::selective, unlimited()), RequestError);
  EXPECT_THROW(CompoundRules({test::nim()}, Compound::disjunctive, unlimited()), RequestError);
  EXPECT_THROW(CompoundRules({}, Compound::selective, unlimited()), RequestError);
}

TEST(Compounds, HaveNames) {
  for (const std::string& text : compound_names()) EXPECT_EQ(name(parse_compound(text)), text);
  EXPECT_EQ(compound_names().size(), 8U);
  try {
    parse_compound("selectiv");
    FAIL();
  } catch (const RequestError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'selective'?"), std::string::npos);
  }
}

}  // namespace
}  // namespace bouton
