// What a plan makes of positions of which nearly all lie above, or whose options nobody can count beforehand.
#include <cstdint>
#include <string>

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

}  // namespace
}  // namespace bouton
