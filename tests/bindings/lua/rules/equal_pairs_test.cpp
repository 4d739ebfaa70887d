// Positions in which each component is there twice, beside the search of all that lies below them.
#include <gtest/gtest.h>

#include "engine/plan/solver.h"
#include "engine/question/proposal.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::string heaps(const std::string& moves) {
  return "return game { position = piles('a'), symmetric = true, independent = true,\n"
         "  moves = function(a) for i = 1, #a do " +
         moves + " end end }";
}

const std::string kNotTwo = heaps("for t = 1, a[i] do if t % 3 ~= 2 or t == a[i] then move(a:with(i, a[i] - t)) end end");

/// What is proposed for the position.
std::set<Method> proposed(const std::string& text, const BigPosition& position) {
  RuleDirectory directory;
  const auto game = directory.load(text);
  Solver solver({game->rules}, Budget());
  const Component component{0, position};
  std::set<Method> methods;
  for (const Step& step : solver.plan(Question::about(Question::Of::outcome, component)).steps)
    methods.insert(step.proposal.method);
  return methods;
}

TEST(EqualPairs, AgreeWithTheSearchOfSmallPositions) {
  RuleDirectory directory;
  const auto game = directory.load(kNotTwo);
  int answered = 0;
  for (Coordinate a = 0; a <= 5; ++a)
    for (Coordinate b = 0; b <= 5; ++b)
      for (const BigPosition& position : {BigPosition{a, a}, BigPosition{a, b, b, a}, BigPosition{b, a, b, a, a, a}}) {
        Solver by_pairs({game->rules}, Budget(), {.only = parse_method("equal-pairs")});
        Solver by_search({game->rules}, Budget(), {.only = parse_method("search")});
        EXPECT_EQ(by_pairs.outcome({{0, position}}), by_search.outcome({{0, position}}));
        EXPECT_EQ(by_pairs.grundy({{0, position}}), by_search.grundy({{0, position}}));
        ++answered;
      }
  EXPECT_EQ(answered, 108);
}

TEST(EqualPairs, AnswerForNumbersOfAnySize) {
  RuleDirectory directory;
  const auto game = directory.load(kNotTwo);
  const Integer large("1234567890123456789012345678901234567890");
  Solver solver({game->rules}, Budget());
  const Answer answer = solver.solve({{0, {large, 7, large, 7}}});
  EXPECT_EQ(answer.solver, "equal pairs");
  EXPECT_EQ(answer.value.outcome, Outcome::P);
  EXPECT_EQ(answer.value.grundy, Nimber());
  EXPECT_TRUE(answer.winning_moves.empty());
  EXPECT_EQ(answer.claim, "");
}

TEST(EqualPairs, AreRefusedWhereTheySayNothing) {
  EXPECT_TRUE(proposed(kNotTwo, {7, 9, 7, 9}).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(kNotTwo, {7, 7, 7}).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(kNotTwo, {7, 9}).contains(Method::equal_pairs));
  // Play that comes back to where it was may be drawn: answering each move does not end it.
  EXPECT_FALSE(proposed(heaps("move(a:with(i, (a[i] + 1) % 3))"), {2, 2}).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(heaps("if a[i] > 0 then move(a:with(i, 5 - a[i])) end"), {4, 4}).contains(Method::equal_pairs));
  const std::string misere =
      "return game { position = piles('a'), independent = true, play = 'misere',\n"
      "  moves = function(a) for i = 1, #a do for t = 1, a[i] do move(a:with(i, a[i] - t)) end end end }";
  EXPECT_FALSE(proposed(misere, {1, 1}).contains(Method::equal_pairs));
}

}  // namespace
}  // namespace bouton
