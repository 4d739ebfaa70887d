// Which method is chosen for rules as people write them, and by what counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/flow/native/native_row.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::shared_ptr<const Game> of_two(RuleDirectory& directory, const std::string& moves) {
  return directory.load("return game { name = 'two', position = { 'a', 'b' }, moves = function(a, b)\n" + moves + "\nend }\n");
}

std::shared_ptr<const Game> of_one(RuleDirectory& directory, const std::string& moves) {
  return directory.load("return game { name = 'one', position = { 'n' }, moves = function(n)\n" + moves + "\nend }\n");
}

QuestionPlan plan_of_table(const Game& game, const Box& box) {
  Solver solver({game.rules}, Budget());
  return solver.plan(Question::table_of(box, ValueKind::grundy));
}

Proposal first_of(const Game& game, Question::Of of, const Position& position) {
  Solver solver({game.rules}, Budget());
  const Component component{0, {position.begin(), position.end()}};
  return solver.plan(Question::about(of, component)).steps.front().proposal;
}

TEST(ChosenMethod, CountsTheOptionsOfLoopsWithinLoops) {
  RuleDirectory directory;
  const auto diagonal = of_two(directory, "for i = 1, a do for j = 1, b do if i == j then move(a - i, b - j) end end end");
  // Each round of the outer loop has one option in the inner one, which has two thousand rounds.
  EXPECT_NEAR(known_options(*diagonal->rules, Position{2000, 2000}), 2000, 200);
  const std::optional<OptionCount> count = count_options(*diagonal->rules, Position{2000, 2000});
  ASSERT_TRUE(count);
  EXPECT_NEAR(count->rounds, 4e6, 4e5);
}

TEST(ChosenMethod, CountsTheRoundsOfLoopsWithFewOptions) {
  RuleDirectory directory;
  const auto divisors = of_one(directory, "for d = 1, n - 1 do if n % d == 0 then move(n - d) end end");
  const std::optional<OptionCount> few = count_options(*divisors->rules, Position{360});
  ASSERT_TRUE(few);
  EXPECT_EQ(few->options, 23);  // 360 has 24 divisors
  const std::optional<OptionCount> many = count_options(*divisors->rules, Position{1'000'000});
  ASSERT_TRUE(many);
  EXPECT_NEAR(many->rounds, 1e6, 1e5);
  EXPECT_LT(many->options, 1000);
}

TEST(ChosenMethod, IsNoSearchWhereOptionsAreFoundInManyRounds) {
  RuleDirectory directory;
  const auto divisors = of_one(directory, "for d = 1, n - 1 do if n % d == 0 then move(n - d) end end");
  EXPECT_EQ(plan_of_table(*divisors, Box({0}, {30'000})).steps.front().proposal.method, Method::table);
}

TEST(ChosenMethod, IsNoTableWhereAMoveLeavesThePositionAsItIs) {
  RuleDirectory directory;
  const auto pass = of_two(directory, "for t = 1, a do move(a - t, b) end if a > 0 then move(a, b) end");
  for (const Step& step : plan_of_table(*pass, Box({0, 0}, {172, 172})).steps) EXPECT_NE(step.proposal.method, Method::table);
}

TEST(ChosenMethod, IsMachineCodeWhereThatTakesLessWithItsMaking) {
  if (!has_native_code()) GTEST_SKIP() << "no machine code here";
  RuleDirectory directory;
  const auto mark = of_one(directory, "if n > 0 then move(n - 1) if n // 2 < n - 1 then move(n // 2) end end");
  const auto kernel = [&](Coordinate last) { return plan_of_table(*mark, Box({0}, {last})).steps.front().proposal.kernel; };
  EXPECT_EQ(kernel(99), TableKernel::batch);
  EXPECT_EQ(kernel(29'999), TableKernel::native);
}

// What lies below is found although a look at one position takes all the rounds that the look may take.
TEST(ChosenMethod, IsATableBelowAPositionHoweverLongItsOptionsTake) {
  if (!has_native_code()) GTEST_SKIP() << "no machine code here";
  RuleDirectory directory;
  const auto coprime = directory.load(
      "local function gcd(x, y) while y ~= 0 do x, y = y, x % y end return x end\n"
      "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
      "  for t = 1, a do if gcd(t, b) == 1 then move(a - t, b) end end\n"
      "  for t = 1, b do if gcd(t, a) == 1 then move(a, b - t) end end\nend }");
  const Proposal chosen = first_of(*coprime, Question::Of::grundy, {500, 500});
  EXPECT_EQ(chosen.method, Method::table);
  EXPECT_EQ(chosen.kernel, TableKernel::native);
}

// Below (10^6, 1) in Nimrod lie a thousand times as many positions as have no greater coordinates.
TEST(ChosenMethod, IsNoSearchWhereMovesLeadToManyLines) {
  RuleDirectory directory;
  const auto nimrod = directory.load(
      "return game { position = { 'p', { 'r', min = 1 } }, moves = function(p, r)\n"
      "  for t = math.max(r - 1, 1), math.min(r + 1, p) do move(p - t, t) end\nend }");
  const Proposal chosen = first_of(*nimrod, Question::Of::outcome, {1'000'000, 1});
  EXPECT_NE(chosen.method, Method::search) << chosen.reason << "; " << chosen.work;
}

// Of the rows that moves reach few are kept, and a theorem is not looked for where these take milliseconds.
TEST(ChosenMethod, IsRowShiftsWhereFewRowsAreKept) {
  RuleDirectory directory;
  const auto nimrod = directory.load(
      "return game { position = { 'p', { 'r', min = 1 } }, moves = function(p, r)\n"
      "  if r > 1 and r - 1 <= p then move(p - (r - 1), r - 1) end\n"
      "  if r <= p then move(p - r, r) end\n"
      "  if r + 1 <= p then move(p - (r + 1), r + 1) end\nend }");
  Solver solver({nimrod->rules}, Budget());
  const Proposal chosen = solver.plan(Question::positions_of(Box({1, 1}, {400'000, 1}))).steps.front().proposal;
  EXPECT_EQ(chosen.method, Method::table) << chosen.reason << "; " << chosen.work;
  EXPECT_EQ(chosen.kernel, TableKernel::row_shifts);
}

// No box holds all that lies below: whoever leaves a corner may leave a larger one.
TEST(ChosenMethod, IsATableBelowAPositionWhereACoordinateRises) {
  if (!has_native_code()) GTEST_SKIP() << "no machine code here";
  RuleDirectory directory;
  const auto rides = directory.load(
      "local ways = { { x = -1, y = 0 }, { x = 0, y = -1 }, { x = -1, y = -1 }, { x = -2, y = 1 } }\n"
      "return game { position = { 'a', 'b' }, moves = function(a, b)\n"
      "  for _, way in ipairs(ways) do\n"
      "    local x, y = a + way.x, b + way.y\n"
      "    while x >= 0 and y >= 0 do move(x, y) x, y = x + way.x, y + way.y end\n"
      "  end\nend }");
  const Proposal chosen = first_of(*rides, Question::Of::grundy, {150, 150});
  EXPECT_EQ(chosen.method, Method::table);
  EXPECT_EQ(chosen.kernel, TableKernel::native);
  // The same values as those of a search.
  Solver by_table({rides->rules}, Budget()), by_search({rides->rules}, Budget(), {.kernels = false});
  for (const Position& position : {Position{30, 30}, Position{41, 17}, Position{12, 50}}) {
    const Component component{0, {position.begin(), position.end()}};
    EXPECT_EQ(by_table.grundy({component}), by_search.grundy({component})) << to_string(position);
  }
}

}  // namespace
}  // namespace bouton
