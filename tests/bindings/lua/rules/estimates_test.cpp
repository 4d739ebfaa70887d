// What a plan makes of positions of which nearly all lie above, or whose options nobody can count beforehand.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMost = 2'000'000;

/// To one of the next three numbers, up to the greatest. No position is below 0 by its numbers, and all are by its moves.
const std::string kUpwards = fmt::format(
    "return game {{ position = {{ {{ 'k', max = {0} }} }},\n"
    "  moves = function(k) for j = k + 1, math.min(k + 3, {0}) do move(j) end end }}",
    kMost);

/// As far as `n` ones in the binary forms of the numbers that are passed allow.
constexpr const char* kHopping = R"(return game { position = { { "k", max = (1 << 21) - 2 } },
  moves = function(k)
    local left, j = 20, k
    while true do
      j = j + 1
      local ones, b = 0, j
      while b > 0 do b = b & (b - 1); ones = ones + 1 end
      left = left - ones
      if left < 0 then break end
      move(j)
    end
  end })";

/// A number is left by a divisor and its counterpart: a prime number above 3 has no move.
constexpr const char* kDivisors = R"(return game { position = { "n" },
  moves = function(n)
    local a = 1
    while a * a <= n do
      if n % a == 0 and n - a - n // a >= 1 then move(n - a - n // a) end
      a = a + 1
    end
  end })";

/// The search is known to have all of the domain before it, so the table comes first or after a share of its own time.
TEST(Estimates, OfMovesThatLeadUpwardsAreOfTheWholeDomain) {
  RuleDirectory directory;
  for (const std::string& rule : {kUpwards, std::string(kHopping)}) {
    const auto game = directory.load(rule);
    Solver solver({game->rules}, Budget());
    const QuestionPlan plan = solver.plan(Question::about(Question::Of::winning_moves, {0, {Integer(0)}}));
    ASSERT_FALSE(plan.steps.empty());
    for (const Step& step : plan.steps) {
      if (step.proposal.kernel) break;
      EXPECT_LT(step.allowance.positions, kMost / 10) << step.proposal.work;
    }
    EXPECT_EQ(solver.solve({{0, {Integer(0)}}}).solver, "table");
  }
}

/// 1 and its counterpart lead to 0 or below; a loop without a bound that is known is counted at the position.
TEST(Estimates, OfLoopsWithoutABoundAreCounted) {
  RuleDirectory directory;
  const auto game = directory.load(kDivisors);
  Solver solver({game->rules}, Budget());
  const Answer answer = solver.solve({{0, {Integer(1'000'003)}}});
  EXPECT_EQ(answer.value.outcome, Outcome::P);
  EXPECT_EQ(answer.solver, "search");
  EXPECT_TRUE(answer.fallbacks.empty());
}

/// A method that has had a turn does not get a smaller one.
TEST(Estimates, GiveAMethodMoreAtEachTurn) {
  RuleDirectory directory;
  for (const std::string& rule : {kUpwards, std::string(kHopping), std::string(kDivisors)}) {
    const auto game = directory.load(rule);
    for (const std::int64_t at : {std::int64_t{0}, std::int64_t{1'000'003}}) {
      Solver solver({game->rules}, Budget());
      const QuestionPlan plan = solver.plan(Question::about(Question::Of::winning_moves, {0, {Integer(at)}}));
      for (std::size_t i = 0; i < plan.steps.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (plan.steps[i].by != plan.steps[j].by) continue;
          EXPECT_FALSE(plan.steps[j].allowance.covers(plan.steps[i].allowance)) << rule << at;
        }
    }
  }
}

/// Take one or two, but leave no multiple of X or of Y.
constexpr const char* kMultiples = R"(
local X, Y = 530, 879
return game { position = { "n" },
  moves = function(n)
    for t = 1, math.min(n, 2) do
      local rest = n - t
      if rest % X ~= 0 and rest % Y ~= 0 then move(rest) end
    end
  end })";

/// Who wins at n, by the moves: two outcomes and n modulo X Y tell all that follows, so that the outcomes have a period.
bool wins(std::int64_t n) {
  const std::int64_t product = 530 * 879;
  const auto may_leave = [](std::int64_t rest) { return rest >= 0 && rest % 530 != 0 && rest % 879 != 0; };
  std::vector<bool> won = {false, false};  // of 0, and of 1, which may not leave 0
  std::map<std::pair<bool, bool>, std::int64_t> seen;
  for (std::int64_t k = 2; k <= n; ++k) {
    won.push_back((may_leave(k - 1) && !won[static_cast<std::size_t>(k - 1)]) ||
                  (may_leave(k - 2) && !won[static_cast<std::size_t>(k - 2)]));
    if (k % product != 0) continue;
    const auto [before, is_new] =
        seen.emplace(std::pair(won[static_cast<std::size_t>(k)], won[static_cast<std::size_t>(k - 1)]), k);
    if (is_new) continue;
    const std::int64_t period = k - before->second;
    return won[static_cast<std::size_t>(before->second + (n - before->second) % period)];
  }
  return won[static_cast<std::size_t>(n)];
}

/// A search that comes to its end near the position has a turn before a theorem is looked for at length.
TEST(Estimates, WithoutABoundLeaveEachMethodAShortTurn) {
  RuleDirectory directory;
  const auto game = directory.load(kMultiples);
  for (const std::int64_t n :
       {std::int64_t{1'000'000}, std::int64_t{1'000'000'000'000'000'000}, std::int64_t{999'999'999'999'999'999}}) {
    Solver solver({game->rules}, Budget());
    EXPECT_EQ(solver.outcome({{0, widen(Position{n})}}) == Outcome::N, wins(n)) << n;
  }
}

}  // namespace
}  // namespace bouton
