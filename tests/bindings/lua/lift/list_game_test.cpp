// Games of lists: what tables, P-positions and single answers say, beside the rule as it is written, followed move by
// move.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// Grundy value, outcome and remoteness from the definitions, under normal play without splits or cycles.
class PlainRecursion {
 public:
  struct Values {
    std::uint32_t grundy = 0;
    std::uint32_t remoteness = 0;
  };
  explicit PlainRecursion(const Rules& rules) : rules_(rules) {}

  Values of(const Position& position) {
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    Options options;
    rules_.reference_options(position, options);
    std::vector<std::uint32_t> seen;
    std::optional<std::uint32_t> least_p, greatest_n;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Values option = of(Position(options[i][0]));
      seen.push_back(option.grundy);
      if (option.grundy == 0) least_p = std::min(least_p.value_or(option.remoteness), option.remoteness);
      else greatest_n = std::max(greatest_n.value_or(0), option.remoteness);
    }
    Values values;
    while (std::ranges::find(seen, values.grundy) != seen.end()) ++values.grundy;
    if (!seen.empty()) values.remoteness = 1 + (least_p ? *least_p : *greatest_n);
    return known_[position] = values;
  }

 private:
  const Rules& rules_;
  std::map<Position, Values> known_;
};

/// Every table of the box, its P-positions and its single answers are those of plain recursion.
void expect_the_rules_values(const Game& game, const Box& box) {
  PlainRecursion plain(*game.rules);
  std::map<ValueKind, std::vector<std::uint32_t>> expected;
  std::vector<Position> losing, found;
  Solver single({game.rules}, Budget());
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const Position position = box.position(i);
    const PlainRecursion::Values values = plain.of(position);
    const Outcome outcome = values.grundy == 0 ? Outcome::P : Outcome::N;
    expected[ValueKind::grundy].push_back(values.grundy);
    expected[ValueKind::outcome].push_back(static_cast<std::uint32_t>(outcome));
    expected[ValueKind::remoteness].push_back(values.remoteness);
    if (outcome == Outcome::P) losing.push_back(position);
    const Answer answer = single.solve({{0, widen(position)}});
    EXPECT_EQ(answer.value.grundy, Nimber(Grundy{values.grundy})) << to_string(PositionView(position));
    EXPECT_EQ(answer.value.remoteness, values.remoteness) << to_string(PositionView(position));
  }
  Solver solver({game.rules}, Budget());
  for (const auto& [kind, cells] : expected) EXPECT_EQ(solver.table(box, kind).cells, cells) << name(kind);
  solver.positions(box, [&](PositionView position) { found.emplace_back(position); });
  EXPECT_EQ(found, losing);
}

TEST(ListGame, ThatGrowsKeepsWhatWasInserted) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
    for i = 1, #a do
      if a[i] >= 1 then move(a:with(i, a[i] - 1)) end
      if a[i] >= 4 then move.cut(a:with(i, a[i] - 2):insert(i + 1, 1)) end
    end
  end })");
  ASSERT_NE(game->rules->lifting(1).moves, nullptr);
  expect_the_rules_values(*game, Box({0}, {12}));
  expect_the_rules_values(*game, Box({0, 2}, {6, 7}));
  std::vector<Coordinate> losing;
  Solver({game->rules}, Budget()).positions(Box({0}, {9}), [&](PositionView p) { losing.push_back(p[0]); });
  EXPECT_EQ(losing, (std::vector<Coordinate>{0, 2, 4, 6, 8}));
}

TEST(ListGame, ThatGrowsIntoAnotherGameHasItsValues) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
    if #a == 1 and a[1] >= 3 then move{1, 0} end
    if #a == 2 and a[1] >= 1 then move(a:with(1, a[1] - 1)) end
  end })");
  expect_the_rules_values(*game, Box({0}, {6}));
  expect_the_rules_values(*game, Box({0, 0}, {5, 3}));
}

TEST(ListGame, ThatShrinksToNothingHasTables) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
    if #a > 0 then move(a:without(1)) end
  end })");
  expect_the_rules_values(*game, Box({0}, {4}));
  expect_the_rules_values(*game, Box({0, 0}, {2, 2}));
  expect_the_rules_values(*game, Box({0, 1, 0}, {2, 3, 2}));
}

/// The sandbox's words are known to the lifter whichever length is asked about first, one that it refuses among them.
TEST(ListGame, OfMoreEntriesThanAreLiftedLeadsToThoseThatAre) {
  for (const std::size_t length : {13U, 14U, 40U}) {
    RuleDirectory directory;
    const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
      if #a > 0 then move(a:without(1)) end
    end })");
    Solver solver({game->rules}, Budget());
    const Answer answer = solver.solve({{0, widen(Position(std::vector<Coordinate>(length, 1)))}});
    EXPECT_EQ(answer.value.outcome, length % 2 == 0 ? Outcome::P : Outcome::N);
    EXPECT_EQ(answer.value.remoteness, length);
    EXPECT_NE(game->rules->lifting(12).moves, nullptr);
  }
}

TEST(ListGame, ThatShrinksFromSomeLengthsOnlyHasTables) {
  for (const char* moves :
       {"if #a > 1 then move(a:without(1)) end", "for i = 1, #a, 2 do if #a > 1 then move(a:without(i)) end end",
        "for i = 1, #a do if a[i] == 0 and #a > 1 then move.d(a:without(i)) end end",
        "for i = 2, #a do if a[i] == 0 then move.d(a:without(i)) end end"}) {
    RuleDirectory directory;
    const auto game = directory.load(fmt::format(
        R"(return game {{ name = "g", title = "G", position = piles("a", {{ length = {{ min = 1, max = 3 }} }}),
           moves = function(a) {} end }})",
        moves));
    SCOPED_TRACE(moves);
    expect_the_rules_values(*game, Box({0}, {4}));
    expect_the_rules_values(*game, Box({0, 2}, {4, 4}));
    expect_the_rules_values(*game, Box({0, 0, 1}, {3, 2, 3}));
  }
}

TEST(ListGame, ThatShrinksAndGrowsHasTables) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G",
    position = piles("a", { min = 1, max = 9, length = { max = 6 } }),
    moves = function(a)
      for i = 1, #a do
        if a[i] > 1 then move.shrink(a:with(i, a[i] - 1)) end
        move.drop(a:without(i))
      end
      if #a == 1 and a[1] > 3 then move.grow(a:with(1, 1):insert(2, 1)) end
    end })");
  expect_the_rules_values(*game, Box({1}, {9}));
  expect_the_rules_values(*game, Box({1, 2}, {4, 5}));
}

/// Along the rows that a kernel would keep, the guard may hold outside of the box.
TEST(ListGame, ThatGrowsOutsideOfTheBoxStillHasATableAtOnce) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
    for i = 1, #a do for _, k in ipairs{ 1, 3, 4 } do if a[i] >= k then move(a:with(i, a[i] - k)) end end end
    if #a == 1 and a[1] >= 30 then move{ a[1] - 1, 1 } end
  end })");
  expect_the_rules_values(*game, Box({0}, {29}));
  expect_the_rules_values(*game, Box({0}, {32}));
}

/// Why there is no table, as an explanation has it.
std::string table_declined_for(const Explanation::Answer& answer) {
  for (const Declined& declined : answer.declined)
    if (declined.method == Method::table) return declined.reason;
  return {};
}

TEST(ListGame, ThatChangesItsLengthIsExplainedAsSearched) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = piles("a"), moves = function(a)
    for i = 1, #a do if a[i] > 0 then move(a:with(i, a[i] - 1):insert(1, 0)) end end
  end })");
  const Explanation explanation = explain(*game, Position{3}, Box({0}, {3}), Budget());
  int tables = 0;
  for (const Explanation::Answer& answer : explanation.answers) {
    if (answer.question.find(" from 0 to 3") == std::string::npos) continue;
    ++tables;
    EXPECT_EQ(answer.method(), "search") << answer.question;
    EXPECT_NE(table_declined_for(answer).find("changes how many coordinates there are (line 2)"), std::string::npos)
        << answer.reason;
  }
  EXPECT_EQ(tables, 4);
}

}  // namespace
}  // namespace bouton
