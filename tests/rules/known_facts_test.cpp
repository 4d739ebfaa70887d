// Every file of rules/ loads, has an example that can be solved, and is true to the facts that it states.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "bindings/lua/language/rule_folders.h"
#include "bouton_places.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

class RuleFile : public testing::TestWithParam<std::string> {};

TEST_P(RuleFile, StatesItsRulesInWordsAndGivesAnExample) {
  const auto game = GameUnderTest::load(GetParam());
  EXPECT_EQ(game->name, GetParam());
  EXPECT_FALSE(game->title.empty());
  EXPECT_FALSE(game->source.empty());
  EXPECT_FALSE(game->description.empty());
  ASSERT_TRUE(game->example.has_value());
  EXPECT_NO_THROW(check_position(*game, *game->example));
  for (const Parameter& parameter : game->parameters) EXPECT_FALSE(parameter.doc.empty()) << parameter.name;
}

TEST_P(RuleFile, ItsExampleCanBeSolved) {
  GameUnderTest game(GetParam());
  const Answer answer = game.solver().solve({{0, game.game().example.value()}});
  EXPECT_EQ(answer.value.outcome == Outcome::N, !answer.winning_moves.empty());
}

void expect_known_facts(const Game& game, Solver& solver) {
  for (const KnownFact& fact : game.known) {
    SCOPED_TRACE(fact.where + ": " + position_text(game, fact.position));
    ASSERT_NO_THROW(check_position(game, fact.position));
    const Sum sum = {{0, fact.position}};
    switch (fact.kind) {
      case KnownFact::Kind::grundy: EXPECT_EQ(solver.grundy(sum), fact.loony ? Nimber::loony() : Nimber(fact.expected)); break;
      case KnownFact::Kind::outcome: EXPECT_EQ(solver.outcome(sum), static_cast<Outcome>(fact.expected.get_ui())); break;
      case KnownFact::Kind::remoteness: EXPECT_EQ(solver.remoteness(sum), fact.expected.get_ui()); break;
    }
  }
}

// Takes up to 2 s, most games far less: the facts of Sprouts are found by a search whose moves and normal forms Lua lists.
TEST_P(RuleFile, ItsKnownFactsHold) {
  GameUnderTest game(GetParam());
  EXPECT_FALSE(game.game().known.empty() && game.game().known_shapes.empty());
  expect_known_facts(game.game(), game.solver());
  for (const CellShape& shape : game.game().known_shapes) {
    const std::shared_ptr<const Game> other = game.game().on_shape(shape);
    EXPECT_FALSE(other->known.empty());
    const Budget budget;
    Solver solver({other->rules}, budget);
    expect_known_facts(*other, solver);
  }
}

TEST_P(RuleFile, StaysWithin120Columns) {
  std::ifstream file(lua::find_rule_file({rules_directory()}, GetParam()).value());
  int number = 0;
  const auto begins_a_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  for (std::string line; std::getline(file, line);)
    EXPECT_LE(std::ranges::count_if(line, begins_a_character), 120) << "line " << ++number;
}

INSTANTIATE_TEST_SUITE_P(Rules, RuleFile, testing::ValuesIn(lua::list_games({rules_directory()})), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

/// The words in backticks below "## The games".
std::vector<std::string> games_of_the_readme() {
  std::ifstream file(BOUTON_SOURCE_DIRECTORY "/README.md");
  std::vector<std::string> names;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## The games";
    std::size_t end = 0;
    for (std::size_t at = line.find('`'); inside && at != line.npos; at = line.find('`', end + 1)) {
      end = line.find('`', at + 1);
      const std::string name = line.substr(at + 1, end - at - 1);
      if (name.find(' ') == name.npos) names.push_back(name);
    }
  }
  return names;
}

TEST(RuleFiles, AreTheGamesThatTheReadmeNames) {
  std::vector<std::string> named = games_of_the_readme();
  std::ranges::sort(named);
  std::vector<std::string> games = lua::list_games({rules_directory()});
  std::ranges::sort(games);
  EXPECT_EQ(named, games);
}

}  // namespace
}  // namespace bouton
