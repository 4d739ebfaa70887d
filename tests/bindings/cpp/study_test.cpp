#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Outcome;
using bouton::Position;
using bouton::Solver;
using bouton::Sum;

TEST(CppStudy, AnExplanationNamesTheMethodThatAnswers) {
  Solver formula(nim([](Declared& rules) { rules.given_formula = bouton::Formula{.name = "nim"}; }));
  const bouton::Explanation explanation = explain(formula, Position{3, 4, 5});
  ASSERT_FALSE(explanation.questions.empty());
  EXPECT_EQ(explanation.questions[0].method, "closed form");
  EXPECT_EQ(formula.solve({3, 4, 5}).method, explanation.questions[0].method);

  Solver plain(kayles());
  const bouton::Explanation box = explain(plain, bouton::Box{{0}, {50}});
  EXPECT_FALSE(box.findings.empty());
  bool declined = false;
  for (const auto& question : box.questions) {
    EXPECT_NE(question.method, "closed form") << question.question;
    for (const auto& method : question.declined) declined = declined || method.method == "closed form";
  }
  EXPECT_TRUE(declined);
}

TEST(CppStudy, AReasonEndsInAWinningMove) {
  Solver solver(wythoff());
  const bouton::Reason won = why(solver, Position{7, 9});
  EXPECT_EQ(won.value.outcome, Outcome::N);
  EXPECT_FALSE(won.paragraphs.empty());
  ASSERT_TRUE(won.move);
  EXPECT_EQ(solver.outcome(won.move->to[0]), Outcome::P);
  const bouton::Reason lost = why(solver, Position{3, 5});
  EXPECT_EQ(lost.value.outcome, Outcome::P);
  EXPECT_FALSE(lost.move);
}

TEST(CppStudy, AGraphHasAllPositionsBelow) {
  Solver solver(subtraction(3));
  const bouton::Graph found = graph(solver, Position{3});
  EXPECT_EQ(found.nodes.size(), 4U);  // each leads to all smaller ones
  EXPECT_EQ(found.edges.size(), 6U);
  EXPECT_EQ(found.nodes[0].position, (Sum{{0, {3}}}));
  EXPECT_EQ(found.nodes[0].value.grundy, bouton::Nimber(3));
  EXPECT_THROW(graph(solver, Position{3}, 3), bouton::LimitError);
}

TEST(CppStudy, AllWaysAgree) {
  Solver solver(kayles("0.77"));
  std::size_t heard = 0;
  const std::vector<bouton::Check> checks = verify(solver, bouton::Box{{0}, {40}}, [&](const bouton::Check&) { ++heard; });
  EXPECT_EQ(heard, checks.size());
  std::uint64_t compared = 0;
  for (const bouton::Check& check : checks) {
    EXPECT_EQ(check.difference, std::nullopt) << check.name;
    compared += check.compared;
  }
  EXPECT_GT(compared, 100U);
}

TEST(CppStudy, AFalseFormulaIsSeen) {
  const bouton::Game wrong = nim([](Declared& rules) {
    rules.given_formula = bouton::Formula{.name = "moore", .arguments = {{"k", 2}}};
  });
  Solver solver(wrong);
  EXPECT_THROW(solver.outcome({1, 2, 3}), bouton::RuleError);
  bool differs = false;
  for (const bouton::Check& check : verify(solver, bouton::Box{{0, 0}, {4, 4}}))
    differs = differs || check.difference.has_value();
  EXPECT_TRUE(differs);
}

}  // namespace
