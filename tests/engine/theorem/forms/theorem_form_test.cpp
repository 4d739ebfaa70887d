#include "engine/theorem/forms/theorem_form.h"

#include <gtest/gtest.h>

#include "engine/closed_form/wythoff/wythoff.h"
#include "tests/engine/theorem/plain_positions.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

class TheoremForms : public ::testing::Test {
 protected:
  std::unique_ptr<ClosedForm> form_of(const Rules& rules) {
    AutomataWorkspace workspace(budget_, 200'000, 1'000'000'000);
    Result<GameFormula> formula = GameFormula::of(rules, rules.domain().dimensions(), workspace);
    const test::PlainPositions plain(rules, Position(std::vector<Coordinate>(rules.domain().dimensions(), 160)));
    TheoremLimits limits;
    limits.most_learnt = 160;
    TheoremSearch search;
    Result<Theorem> theorem = find_theorem(rules, *formula, 0, plain.table(), limits, budget_, search);
    EXPECT_TRUE(theorem);
    return theorem_form(rules.domain(), *std::move(formula), *std::move(theorem), {"", "horizontal", "vertical", "diagonal"},
                        budget_);
  }
  static MoveProgram labelled_wythoff() {
    MoveProgram program = test::wythoff_program();
    for (Label label = 1; label <= 3; ++label) program.body[label - 1].body[0].label = label;
    return program;
  }

  Budget budget_;
};

/// The theorem and the formula of Wythoff's game say the same of numbers of a thousand digits, and of their neighbours: the
/// outcome, and every winning move in the rule's order.
TEST_F(TheoremForms, AgreeWithTheFormulaOnNumbersOfAnySize) {
  const Domain domain = Domain::fixed({{.name = "S"}, {.name = "L"}});
  for (const Play play : {Play::normal, Play::misere}) {
    const test::ProgramRules rules(domain, labelled_wythoff(), play);
    const std::unique_ptr<ClosedForm> by_theorem = form_of(rules);
    const std::unique_ptr<ClosedForm> by_formula =
        wythoff_form(play == Play::normal ? WythoffGoal::normal : WythoffGoal::attrition);
    EXPECT_EQ(by_theorem->play(), play);
    WythoffTheory theory;
    for (const int digits : {0, 1, 5, 30, 1000}) {
      const Integer n(digits == 0 ? "0" : "3" + std::string(static_cast<std::size_t>(digits) - 1, '7'));
      const auto [least, greatest] = theory.pair_with_difference(n, WythoffGoal::normal);
      for (int dS = -1; dS <= 1; ++dS)
        for (int dL = -1; dL <= 1; ++dL) {
          const BigPosition at = {least + dS, greatest + dL};
          if (at[0] < 0 || at[1] < 0) continue;
          const Result<Outcome> outcome = by_theorem->outcome(at);
          ASSERT_TRUE(outcome) << outcome.reason();
          EXPECT_EQ(*outcome, *by_formula->outcome(at)) << digits << " " << dS << " " << dL;
          EXPECT_EQ(by_theorem->winning_moves(at, 10)->moves, by_formula->winning_moves(at, 10)->moves) << digits;
        }
    }
  }
}

TEST_F(TheoremForms, ListNoMoreMovesThanAsked) {
  const test::ProgramRules rules(Domain::fixed({{.name = "S"}, {.name = "L"}}), labelled_wythoff());
  const std::unique_ptr<ClosedForm> form = form_of(rules);
  const BigPosition at = {5, 7};  // to (4, 7), (5, 3), (3, 5)
  EXPECT_EQ(form->winning_moves(at, 3)->moves.size(), 3U);
  EXPECT_TRUE(form->winning_moves(at, 3)->complete);
  EXPECT_EQ(form->winning_moves(at, 2)->moves.size(), 2U);
  EXPECT_FALSE(form->winning_moves(at, 2)->complete);
  EXPECT_FALSE(form->outcome({-1, 3}));
  EXPECT_FALSE(form->outcome({1}));
}

}  // namespace
}  // namespace bouton
