// Positions in which each component is there twice, beside the search of all that lies below them.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

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

/// A rule of two coordinates, each with moves of its own.
std::string two_heaps(const std::string& moves_of_a, const std::string& moves_of_b) {
  return "return game { position = { 'a', 'b' },\n  moves = function(a, b)\n" + moves_of_a + "\n" + moves_of_b + "\n  end }";
}

/// Takes from one coordinate: 1 to `most`, where `when` of the number holds.
std::string taking(const std::string& x, const std::string& to, const std::string& when) {
  return "for t = 1, " + x + " do if " + when + " then move(" + to + ") end end";
}

/// Of generated rules in which each coordinate has moves of its own, or nearly: what is answered is so by the search, and where
/// both have the same moves equal numbers are answered.
TEST(EqualPairs, OfCoordinatesAgreeWithTheSearch) {
  const std::vector<std::string> conditions = {"t <= 3", "t % 2 == 1 or t == X", "t * 2 <= X", "t ~= 2", "t == 1 or t == 4"};
  RuleDirectory directory;
  int answered = 0, refused = 0;
  for (std::size_t i = 0; i < conditions.size(); ++i)
    for (std::size_t j = 0; j < conditions.size(); ++j) {
      const auto of = [&](std::size_t number, const std::string& x) {
        std::string text = conditions[number];
        for (std::size_t at = 0; (at = text.find('X', at)) != std::string::npos;) text.replace(at, 1, x);
        return text;
      };
      const auto game = directory.load(two_heaps(taking("a", "a - t, b", of(i, "a")), taking("b", "a, b - t", of(j, "b"))));
      for (Coordinate n = 1; n <= 9; ++n) {
        const Component component{0, {n, n}};
        Solver by_search({game->rules}, Budget(), {.only = parse_method("search")});
        Solver solver({game->rules}, Budget());
        const QuestionPlan plan = solver.plan(Question::about(Question::Of::outcome, component));
        const bool proposed =
            std::ranges::any_of(plan.steps, [](const Step& step) { return step.proposal.method == Method::equal_pairs; });
        EXPECT_EQ(proposed, i == j) << conditions[i] << " / " << conditions[j];
        if (proposed) EXPECT_EQ(by_search.outcome({component}), Outcome::P) << conditions[i];
        ++(proposed ? answered : refused);
      }
    }
  EXPECT_EQ(answered, 45);
  EXPECT_EQ(refused, 180);
}

TEST(EqualPairs, OfCoordinatesAreRefusedWhereTheyLookAtEachOther) {
  const std::string a = taking("a", "a - t, b", "t <= 2"), both = taking("a", "a - t, b - t", "t <= b");
  const BigPosition equal = {5, 5};
  EXPECT_TRUE(proposed(two_heaps(a, taking("b", "a, b - t", "t <= 2")), equal).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(two_heaps(a, taking("b", "a, b - t", "t <= 2 and a > 2")), equal).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(two_heaps(a, taking("b", "a, b - t", "t <= 2") + " " + both), equal).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(two_heaps(a, "if b > 0 then move(a, b + 1) end"), equal).contains(Method::equal_pairs));
  // A number that no move changes has no twin.
  const std::string third =
      "return game { position = { 'a', 'b', 'c' }, moves = function(a, b, c)\n"
      "  for t = 1, a do move(a - t, b, c) end for t = 1, b do move(a, b - t, c) end end }";
  EXPECT_TRUE(proposed(third, {6, 6, 4}).contains(Method::equal_pairs));
  EXPECT_FALSE(proposed(third, {6, 4, 4}).contains(Method::equal_pairs));
}

}  // namespace
}  // namespace bouton
