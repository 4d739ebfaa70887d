// What plans has a counted bound, whatever the constants of a rule: where one has none, a test here does not end. The values of
// the small tables are those that plain recursion finds by the interpreted rule.
#include "tests/bindings/lua/lift/random_constants.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "engine/study/discovery/discover.h"
#include "engine/study/discovery/theorem.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/lift/plain_values.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/extent.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostPlainNodes = 400;

/// Nothing where play goes on through more positions than plain recursion takes, or where an error is met.
std::optional<PlainValues> plain_values(const Rules& rules, const Box& box) {
  PlainValues plain(rules, kMostPlainNodes);
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const Position position = box.position(i);
    if (rules.domain().contains(position) && rules.valid(position) && !plain.add(position)) return std::nullopt;
  }
  plain.solve();
  for (std::uint64_t i = 0; i < box.size(); ++i)
    if (const auto node = plain.find(box.position(i)); node && plain.fails(*node)) return std::nullopt;
  return plain;
}

/// Asks for tables, a list of P-positions and plans, and compares what has values. Whether play could be followed plainly.
bool compare_small_box(const Game& game, const Box& box) {
  const Rules& rules = *game.rules;
  const std::optional<PlainValues> plain = plain_values(rules, box);
  if (!plain) return false;
  if (plain->find(box.high())) (void)explain(game, box.high(), box, Budget());
  Solver solver({game.rules}, Budget());
  const Table outcomes = solver.table(box, ValueKind::outcome);
  std::vector<Position> found, right;
  for (std::uint64_t i = 0; i < box.size(); ++i) {
    const auto node = plain->find(box.position(i));
    EXPECT_EQ(outcomes.cells[i], node ? static_cast<std::uint32_t>(plain->outcome(*node)) : Table::kInvalid) << i;
    if (node && plain->outcome(*node) == Outcome::P) right.push_back(box.position(i));
  }
  solver.positions(box, [&](PositionView position) { found.emplace_back(position); });
  EXPECT_EQ(found, right);
  if (plain->loopy() || rules.play() != Play::normal) return true;
  const Table values = solver.table(box, ValueKind::grundy);
  for (std::uint64_t i = 0; i < box.size(); ++i)
    if (const auto node = plain->find(box.position(i))) {
      EXPECT_EQ(values.cells[i], plain->grundy(*node)) << i;
    }
  return true;
}

/// Positions to 2, or as far as the domain has them.
Box small_box(const Rules& rules, std::size_t coordinates) {
  Position high;
  for (std::size_t i = 0; i < coordinates; ++i) high.push_back(std::min<Coordinate>(2, rules.domain().axis(i).greatest));
  return {Position(std::vector<Coordinate>(coordinates, 0)), high};
}

struct NamedRule {
  const char* name;
  std::size_t coordinates;
  std::string text;
};
void PrintTo(const NamedRule& rule, std::ostream* out) { *out << rule.name; }

std::string thirty_times(const std::string& statement, const std::string& use) {
  std::string text = "return game { position = { 'n' }, moves = function(n)\n  local s = n\n";
  for (int i = 0; i < 30; ++i) text += "  " + statement + "\n";
  return text + "  " + use + "\nend }\n";
}

class PlanningEnds : public testing::TestWithParam<NamedRule> {};

TEST_P(PlanningEnds, WhateverTheConstants) {
  RuleDirectory directory;
  const auto game = directory.load(GetParam().text);
  EXPECT_TRUE(compare_small_box(*game, small_box(*game->rules, GetParam().coordinates)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, PlanningEnds,
    testing::Values(
        // A corner of the region, however small, leads to a thousand million positions.
        NamedRule{"Corner", 3, R"(return game { position = { "a", "b", "c" }, moves = function(a, b, c)
          if b < 1000 and 0 < a then move(0, 1, b) end
          if a >= 2 and a < 1000 and (2*c < a or 2*c == a and 2*c < b) then move(2*c, 2*c, a - 2) end
        end })"},
        // An expression of some dozen parts, which is a tree of a thousand million.
        NamedRule{"Squares", 1, thirty_times("s = s * s", "if n > 0 and s ~= 1 then move(n - 1) end")},
        NamedRule{"Products", 1, thirty_times("s = (s + n) * (s - n)", "for t = 1, math.min(n, s) do move(n - t) end")},
        NamedRule{"Halves", 1, thirty_times("s = s + s // 2", "if n > 0 then move(math.min(n // 2, math.max(s, 0))) end")},
        NamedRule{"Extremes", 1,
                  thirty_times("s = math.min(s, math.max(n - s, s - 3))",
                               "if n > 0 then move(math.min(n - 1, math.max(s, 0))) end")}),
    [](const auto& info) { return std::string(info.param.name); });

/// Rules of the seeds from `first` on; how many of them could be followed plainly.
int compare_random_rules(std::uint64_t first, std::uint64_t number) {
  int compared = 0;
  RuleDirectory directory;
  for (std::uint64_t seed = first; seed < first + number; ++seed) {
    const RandomConstants::Rule rule = RandomConstants(seed).rule();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, rule.text));
    const auto game = directory.load(rule.text);
    if (compare_small_box(*game, small_box(*game->rules, rule.coordinates))) ++compared;
    if (testing::Test::HasFailure()) break;
  }
  return compared;
}

TEST(RandomConstants, HaveSmallTablesAtOnce) {
  const std::uint64_t rules = test::cases(120, 5000);
  EXPECT_GT(compare_random_rules(1, rules), static_cast<int>(rules / 2));
}

/// The studies look at tables of their own, which are large; none of them takes longer for a large constant than for a small
/// one.
TEST(RandomConstants, AreStudiedInBoundedWorkSlow) {
  RuleDirectory directory;
  const std::uint64_t rules = test::cases(8, 100);
  for (std::uint64_t seed = 1; seed <= rules; ++seed) {
    const RandomConstants::Rule rule = RandomConstants(seed).rule();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, rule.text));
    const auto game = directory.load(rule.text);
    if (!plain_values(*game->rules, small_box(*game->rules, rule.coordinates))) continue;
    const Budget budget;
    try {
      (void)find_theorem(*game, {.dimensions = rule.coordinates}, budget);
      (void)discover(*game, rule.coordinates, budget);
      for (const Check& check : verify(*game, verification_box(*game, budget), budget)) EXPECT_FALSE(check.difference);
    } catch (const RequestError&) {  // it says what cannot be asked
    }
  }
}

}  // namespace
}  // namespace bouton::lua
