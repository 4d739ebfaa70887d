#include "engine/closed_form/wythoff/wythoff.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/closed_form/wythoff/wythoff_pairs.h"
#include "tests/engine/closed_form/agreement.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using namespace test;

BruteForce wythoff(bool misere) {
  return BruteForce(
      [](const Cell& at) {
        std::vector<Option> options;
        for (long t = 1; t <= at[0]; ++t) options.push_back({"horizontal", {at[0] - t, at[1]}});
        for (long t = 1; t <= at[1]; ++t) options.push_back({"vertical", {at[0], at[1] - t}});
        for (long t = 1; t <= std::min(at[0], at[1]); ++t) options.push_back({"diagonal", {at[0] - t, at[1] - t}});
        return options;
      },
      [misere](const Cell&) { return !misere; });
}

/// a_n, in the plainest way.
Integer a(const Integer& n) { return (n + sqrt(Integer(5 * n * n))) / 2; }

bool is_wythoff_pair(const Integer& S, const Integer& L) { return std::min(S, L) == a(abs(S - L)); }

TEST(Wythoff, AgreesWithTheRulesOnABox) {
  const auto normal = form("wythoff"), attrition = form("attrition");
  BruteForce normal_game = wythoff(false), attrition_game = wythoff(true);
  for (long S = 0; S <= 60; ++S)
    for (long L = 0; L <= 60; ++L) {
      expect_agreement(*normal, normal_game, {S, L});
      expect_agreement(*attrition, attrition_game, {S, L});
    }
}

TEST(Wythoff, AgreesWithTheOracle) {
  for (const char* name : {"wythoff", "attrition"}) {
    const nlohmann::json oracle = test::oracle(std::string(name) + "_P_200");
    std::set<Cell> expected;
    for (const auto& pair : oracle["P"]) expected.insert(pair.get<Cell>());
    const auto closed = form(name);
    for (long S = 0; S <= 200; ++S)
      for (long L = 0; L <= 200; ++L)
        EXPECT_EQ(is_P(*closed, {S, L}), expected.contains({S, L})) << name << " " << S << "," << L;
  }
}

TEST(Wythoff, UpToThreeWinningMoves) {
  const auto closed = form("wythoff");
  const std::vector<WinningMove> three = {{"horizontal", {4, 7}}, {"vertical", {5, 3}}, {"diagonal", {3, 5}}};
  EXPECT_EQ(winning_moves(*closed, {5, 7}), three);
  const std::vector<WinningMove> to_11_18 = {{"diagonal", {11, 18}}};
  EXPECT_EQ(winning_moves(*closed, {19, 26}).back(), to_11_18[0]);
  EXPECT_EQ(winning_moves(*closed, {0, 0}).size(), 0U);
  EXPECT_TRUE(is_P(*closed, {1, 2}));
}

/// What must hold at (S, L): the outcome, and that the moves found are moves, to P-positions, and there if it is N.
void expect_right(ClosedForm& closed, const Integer& S, const Integer& L, bool misere = false) {
  const bool P = is_wythoff_pair(S, L);  // far from the three exceptions
  ASSERT_EQ(is_P(closed, {S, L}), P);
  const WinningMoves moves = *closed.winning_moves({S, L}, 10);
  EXPECT_TRUE(moves.complete);
  EXPECT_EQ(moves.moves.empty(), P);
  for (const WinningMove& move : moves.moves) {
    const Integer take_S = S - move.to[0], take_L = L - move.to[1];
    EXPECT_TRUE(move.label == "horizontal" ? take_S > 0 && take_L == 0
                : move.label == "vertical" ? take_S == 0 && take_L > 0
                                           : take_S > 0 && take_S == take_L);
    EXPECT_TRUE(is_wythoff_pair(move.to[0], move.to[1]) || (misere && move.to[0] + move.to[1] <= 4));
  }
}

void expect_right_around(ClosedForm& closed, const Integer& n, bool misere = false) {
  const Integer S = a(n), L = S + n;
  expect_right(closed, S, L, misere);
  expect_right(closed, L, S, misere);
  for (const int by : {-1, 1}) {
    expect_right(closed, S + by, L, misere);
    expect_right(closed, S, L + by, misere);
    expect_right(closed, L, S + by, misere);
    expect_right(closed, S + by, L + by, misere);
  }
}

TEST(Wythoff, HoldsForEverySize) {
  const auto normal = form("wythoff"), attrition = form("attrition");
  for (const unsigned long digits : {2, 17, 18, 19, 20, 21, 39, 1000})
    for (unsigned long seed = 0; seed < 5; ++seed) {
      const Integer n = number_of_digits(digits, seed);
      expect_right_around(*normal, n);
      expect_right_around(*attrition, n, true);
      expect_right(*normal, number_of_digits(digits, seed + 100), n);
    }
  expect_right_around(*normal, number_of_digits(100000, 1));
}

// Multiples of phi by Fibonacci numbers come as close to integers as any do: here the bounds of the cached phi disagree.
TEST(Wythoff, HoldsAtFibonacciNumbers) {
  const auto normal = form("wythoff");
  for (unsigned long k = 5; k < 400; ++k) {
    Integer n;
    mpz_fib_ui(n.get_mpz_t(), k);
    expect_right_around(*normal, n);
    expect_right_around(*normal, n - 1);
  }
}

TEST(Wythoff, SizesInAnyOrder) {
  const auto normal = form("wythoff");
  for (const unsigned long digits : {1000, 3, 40, 2000, 1, 1999}) expect_right_around(*normal, number_of_digits(digits, 7) + 3);
}

RC_GTEST_PROP(Wythoff, EveryLineHasItsPPosition, ()) {
  const auto digits = *rc::gen::inRange<unsigned long>(1, 60);
  const auto seed = *rc::gen::arbitrary<unsigned long>();
  const Integer S = number_of_digits(digits, seed), L = number_of_digits(digits, seed + 1);
  WythoffTheory theory;
  for (const WythoffGoal goal : {WythoffGoal::normal, WythoffGoal::attrition}) {
    // From far out in a row, a column or a diagonal, the P-position on it is always reached.
    RC_ASSERT(theory.steps_to_P(10 * S + 50, S, goal)[0].line == WythoffTheory::Line::horizontal);
    const auto steps = theory.steps_to_P(S, L, goal);
    for (const auto& step : steps) RC_ASSERT(theory.is_P(step.S, step.L, goal));
    RC_ASSERT(steps.empty() == theory.is_P(S, L, goal));
  }
}

TEST(GoldenRatio, FloorsAreExact) {
  GoldenRatio phi;
  for (unsigned long n = 0; n < 3000; ++n) {
    EXPECT_EQ(golden_floor(n), Integer(n) + a(n) - n);
    for (const std::size_t precision : {16, 64, 128}) EXPECT_EQ(phi.times(n, precision).floor(), golden_floor(n));
  }
}

TEST(Wythoff, ShowsThePairOfTheSameDifference) {
  const auto sentence = [](const char* name, const BigPosition& position) {
    const auto closed = form(name);
    return closed->evidence(position, closed->domain()).sentences.at(0);
  };
  EXPECT_EQ(sentence("wythoff", {7, 9}), "The heaps differ by 2; the pair that differs by 2 is (3, 5).");
  EXPECT_EQ(sentence("attrition", {4, 4}), "The heaps differ by 0; the pair that differs by 0 is (2, 2).");
}

TEST(Wythoff, EveryNumberHasItsPartner) {
  WythoffTheory theory;
  const std::vector<WythoffPair> pairs = wythoff_pairs_by_sieve(500);
  for (std::size_t n = 1; n < pairs.size(); ++n) {
    const Integer a_n = static_cast<unsigned long>(pairs[n].a), b_n = static_cast<unsigned long>(pairs[n].b);
    EXPECT_EQ(theory.partner(a_n, WythoffGoal::normal), b_n) << n;
    EXPECT_EQ(theory.partner(b_n, WythoffGoal::normal), a_n) << n;
  }
}

}  // namespace
}  // namespace bouton
