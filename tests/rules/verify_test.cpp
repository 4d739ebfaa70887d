// Every way of computing against the reference, on every rule file; and closed forms for several parameters.
#include <gtest/gtest.h>

#include "engine/verify/verify.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

void expect_no_difference(const Game& game) {
  for (const Check& check : verify(game, verification_box(game, Budget{}), Budget{}))
    EXPECT_EQ(check.difference, std::nullopt) << game.name << ": " << check.name;
}

class VerifiedRule : public testing::TestWithParam<std::string> {};

// Takes up to 10 s a game, most far less: the reference is slow. Of Top entails it is play itself, up to a million sums with
// what each move obliges to; of Rugs and Turning Corners a search that lists each move, where the game itself has a formula.
TEST_P(VerifiedRule, HasNoDifference) { expect_no_difference(*GameUnderTest::load(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Rules, VerifiedRule, testing::ValuesIn(lua::list_games({rules_directory()})), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// Takes some 8 s: 25 rules, each through all that verify compares, which plans and asks about every position of a box several
// times.
TEST(VerifiedParameters, HaveNoDifference) {
  // clang-format off
  const std::pair<const char*, lua::Settings> kCases[] = {
      {"take-away", {{"f", "x"}}},           {"take-away", {{"f", "2*x-1"}}},      {"take-away", {{"f", "3*x"}}},
      {"take-away", {{"f", "x*x"}}},         {"take-away", {{"f", "x+1"}}},        {"take-away", {{"f", "3*x//2"}}},
      {"take-away", {{"f", "7"}}},           {"take-away", {{"f", "20-x"}}},       {"take-away", {{"f", "x%3+1"}}},
      {"take-away", {{"f", "x == 2 and 1 or x"}}}, {"take-away", {{"f", "8//x"}}}, {"copycat", {{"m", "1"}}},
      {"copycat", {{"m", "2"}}},             {"copycat", {{"m", "5"}}},            {"copycat", {{"m", "8"}}},
      {"moore", {{"k", "1"}}},               {"moore", {{"k", "3"}}},              {"twenty-one", {{"goal", "30"}, {"most", "4"}}},
      {"subtraction", {{"set", "1"}}},       {"subtraction", {{"set", "1,2,3,4,5,6"}}}, {"subtraction", {{"set", "2,5"}}},
      {"flip-flop", {{"when", "S*L>=27"}}},  {"flip-flop", {{"when", "S+L<=27"}}}, {"flip-flop", {{"mode", "instead"}}},
      {"flip-flop", {{"flips", "2"}}},
  };
  // clang-format on
  for (const auto& [name, settings] : kCases) {
    SCOPED_TRACE(settings[0].first + "=" + settings[0].second);
    expect_no_difference(*GameUnderTest::load(name, settings));
  }
}

/// An f that decreases is answered, by search, and never by the theorem.
TEST(DecreasingBound, IsNeverAnsweredByFormula) {
  for (const char* f : {"20-x", "x%3+1", "x == 2 and 1 or x", "8//x"}) {
    const auto game = GameUnderTest::load("take-away", {{"f", f}});
    Solver solver({game->rules}, Budget{});
    Solver reference({game->rules}, Budget{}, {.closed_form = false});
    for (Coordinate n = 12; n <= 60; ++n) {
      const Sum start = {{0, {widen(n), widen(n - 1)}}};
      const Answer answer = solver.solve(start);
      EXPECT_EQ(answer.solver, "search") << f << " at " << n;
      EXPECT_EQ(answer.value.outcome, reference.outcome(start)) << f << " at " << n;
    }
  }
}

/// Formulas on coordinates beyond 64 bits, through the rule files.
TEST(BigPositions, AreAnsweredByFormula) {
  const Integer n("1000000000000000000000000000000");
  const auto outcome = [](const char* name, BigPosition position, const lua::Settings& settings = {}) {
    const auto game = GameUnderTest::load(name, settings);
    Solver solver({game->rules}, Budget{});
    const Answer answer = solver.solve({{0, complete_position(*game, position)}});
    EXPECT_EQ(answer.solver, "closed form") << name;
    return answer.value.outcome;
  };
  const Integer a = (n + sqrt(Integer(5 * n * n))) / 2;
  EXPECT_EQ(outcome("wythoff", {a, a + n}), Outcome::P);
  EXPECT_EQ(outcome("wythoff", {a + n, a}), Outcome::P);
  EXPECT_EQ(outcome("wythoff", {a + 1, a + n}), Outcome::N);
  EXPECT_EQ(outcome("attrition", {a, a + n}), Outcome::P);
  EXPECT_EQ(outcome("flip-flop", {a, a + n}), Outcome::P);
  EXPECT_EQ(outcome("misere-nim", {n, n}), Outcome::P);
  EXPECT_EQ(outcome("staircase", {n, n + 3, n + 3}), Outcome::N);
  EXPECT_EQ(outcome("staircase", {0, n, n}), Outcome::P);
  EXPECT_EQ(outcome("moore", {n, n, n}), Outcome::P);
  EXPECT_EQ(outcome("euclid", {n, 2 * n}), Outcome::N);
  EXPECT_EQ(outcome("take-away", {Integer(1) << 100}, {{"f", "x"}}), Outcome::P);
  EXPECT_EQ(outcome("take-away", {(Integer(1) << 100) + 1}, {{"f", "x"}}), Outcome::N);
  EXPECT_EQ(outcome("copycat", {4 * n}), Outcome::P);
}

}  // namespace
}  // namespace bouton
