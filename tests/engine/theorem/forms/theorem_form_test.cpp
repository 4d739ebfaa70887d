#include "engine/theorem/forms/theorem_form.h"

#include <gtest/gtest.h>

#include <algorithm>

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

/// The pairs of Fraenkel's generalised game, from both heaps s and t with |s - t| < k (1982): a = floor(n alpha), b = a + k n,
/// alpha = (2 - k + sqrt(k^2 + 4))/2.
class FraenkelPairs {
 public:
  explicit FraenkelPairs(int k) : k_(k) {}

  BigPosition pair(const Integer& n) const {
    const Integer square = n * n * (k_ * k_ + 4);
    const Integer twice = n * (2 - k_) + Integer(sqrt(square));
    Integer a;
    mpz_fdiv_q_2exp(a.get_mpz_t(), twice.get_mpz_t(), 1);
    return {a, Integer(a + k_ * n)};
  }
  bool is_p(const BigPosition& at) const {
    const Integer difference = abs(Integer(at[0] - at[1]));
    const Integer n = difference / k_;
    return n * k_ == difference && pair(n)[0] == std::min(at[0], at[1]);
  }
  /// Every pair that a move leads to, in any order.
  std::vector<BigPosition> winning(const BigPosition& at) const {
    std::vector<BigPosition> candidates;
    const auto consider = [&](const Integer& n) {
      if (n < 0) return;
      const BigPosition p = pair(n);
      for (const BigPosition& to : {p, BigPosition{p[1], p[0]}})
        if (is_move(at, to) && std::ranges::find(candidates, to) == candidates.end()) candidates.push_back(to);
    };
    for (const Integer& number : at)
      for (const std::size_t of_pair : {0, 1}) consider(index_of(number, of_pair));
    const Integer n = abs(Integer(at[0] - at[1])) / k_;
    for (int more = -1; more <= 1; ++more) consider(n + more);
    return candidates;
  }

 private:
  /// The greatest n whose pair has a number in that place that is at most `number`.
  Integer index_of(const Integer& number, std::size_t of_pair) const {
    Integer low = 0, high = number + 1;
    while (high - low > 1) {
      const Integer middle = (low + high) / 2;
      (pair(middle)[of_pair] <= number ? low : high) = middle;
    }
    return low;
  }
  bool is_move(const BigPosition& from, const BigPosition& to) const {
    const Integer s = from[0] - to[0], t = from[1] - to[1];
    return s >= 0 && t >= 0 && s + t > 0 && (s == 0 || t == 0 || abs(Integer(s - t)) < k_);
  }

  int k_;
};

TEST_F(TheoremForms, AgreeWithFraenkelsFormulaOnAThousandDigits) {
  for (const int k : {2, 3, 4}) {
    const test::ProgramRules rules(Domain::fixed({{.name = "S"}, {.name = "L"}}), test::generalised_wythoff_program(k));
    AutomataWorkspace workspace(budget_, 200'000, 1'000'000'000);
    Result<GameFormula> formula = GameFormula::of(rules, 2, workspace);
    TheoremSearch search;  // the sieve makes the table
    Result<Theorem> theorem = find_theorem(rules, *formula, 0, nullptr, {.most_learnt = 2600}, budget_, search);
    ASSERT_TRUE(theorem) << theorem.reason();
    const std::unique_ptr<ClosedForm> form =
        theorem_form(rules.domain(), *std::move(formula), *std::move(theorem), {}, budget_);
    const FraenkelPairs pairs(k);
    for (const int digits : {1, 4, 1000}) {
      const BigPosition pair = pairs.pair(Integer("4" + std::string(static_cast<std::size_t>(digits) - 1, '2')));
      for (const auto& [dS, dL] : {std::pair(0, 0), {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const BigPosition at = {Integer(pair[0] + dS), Integer(pair[1] + dL)};
        EXPECT_EQ(*form->outcome(at), pairs.is_p(at) ? Outcome::P : Outcome::N) << k << " " << digits << " " << dS << " " << dL;
        std::vector<BigPosition> expected = pairs.winning(at), found;
        const Result<WinningMoves> winning = form->winning_moves(at, 20);
        ASSERT_TRUE(winning) << winning.reason();
        for (const WinningMove& move : winning->moves) found.push_back(move.to);
        EXPECT_TRUE(std::ranges::is_permutation(found, expected)) << k << " " << digits << " " << dS << " " << dL;
        EXPECT_EQ(expected.empty(), pairs.is_p(at));
      }
    }
  }
}

}  // namespace
}  // namespace bouton
