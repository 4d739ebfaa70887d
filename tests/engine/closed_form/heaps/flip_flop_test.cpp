#include "engine/closed_form/heaps/flip_flop.h"

#include <random>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;
using When = std::function<bool(long, long)>;

std::vector<Option> options(const Cell& at, const When& when) {
  std::vector<Option> result;
  const auto add = [&](const std::string& prefix, long goal, long flips) {
    const long S = at[0], L = at[1];
    for (long t = 1; t <= S; ++t) result.push_back({prefix + "horizontal", {S - t, L, goal, flips}});
    for (long t = 1; t <= L; ++t) result.push_back({prefix + "vertical", {S, L - t, goal, flips}});
    for (long t = 1; t <= std::min(S, L); ++t) result.push_back({prefix + "diagonal", {S - t, L - t, goal, flips}});
  };
  add("", at[2], at[3]);
  if (at[3] > 0 && at[0] + at[1] > 0 && when(at[0], at[1])) add("flip_", 1 - at[2], at[3] - 1);
  return result;
}

BruteForce game(When when) {
  return BruteForce([when](const Cell& at) { return options(at, when); }, [](const Cell& at) { return at[2] == 0; });
}

ClosedFormArguments arguments(When when, std::string mode = "with") {
  const IntegerFunction function = [when](std::span<const Integer> at) {
    return Integer(when(at[0].get_si(), at[1].get_si()) ? 1 : 0);
  };
  return {{"when", function}, {"mode", std::move(mode)}};
}

const std::vector<std::pair<std::string, When>> kCovered = {
    {"S + L >= 27", [](long S, long L) { return S + L >= 27; }},
    {"S + L > 27", [](long S, long L) { return S + L > 27; }},
    {"|L - S| >= 27", [](long S, long L) { return std::abs(L - S) >= 27; }},
    {"S * L >= 27", [](long S, long L) { return S * L >= 27; }},
    {"never", [](long, long) { return false; }},
};

TEST(FlipFlop, AgreesWithTheRulesSlow) {
  for (const auto& [name, when] : kCovered) {
    SCOPED_TRACE(name);
    const auto closed = form("flip-flop", arguments(when));
    BruteForce rules = game(when);
    for (long S = 0; S <= 33; ++S)
      for (long L = S % 3; L <= 33; L += 3)
        for (long goal = 0; goal <= 1; ++goal)
          for (long flips = 0; flips <= 2; ++flips) expect_agreement(*closed, rules, {S, L, goal, flips});
  }
}

// Random conditions: whatever the form answers is right, and what it refuses is really different somewhere.
TEST(FlipFlop, CoversExactlyTheConditionsForWhichTheTheoremHolds) {
  std::mt19937 random(1);
  constexpr long kSize = 7;
  int refused = 0, answered = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<bool> table(kSize * kSize);
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = random() % 2 == 0;
    // Without this nearly all would be refused.
    if (round % 3 != 0)
      for (const auto& [S, L] : {std::pair{1, 2}, {2, 1}, {0, 1}, {1, 0}, {2, 2}})
        if (random() % 8 != 0) table[static_cast<std::size_t>(S * kSize + L)] = false;
    const When when = [table](long S, long L) { return bool{table[static_cast<std::size_t>(S * kSize + L)]}; };
    BruteForce rules = game(when);
    const auto wythoff = form("wythoff"), attrition = form("attrition");
    const auto as_the_goal_says = [&](const Cell& at) {
      return rules.is_P(at) == is_P(at[2] == 0 ? *wythoff : *attrition, {at[0], at[1]});
    };
    const Result<std::unique_ptr<ClosedForm>> closed = make_closed_form("flip-flop", arguments(when));
    for (long goal = 0; goal <= 1; ++goal)
      for (long flips = 0; flips <= 3; ++flips) {
        bool holds = true, covered = true;
        for (long S = 0; S < kSize; ++S)
          for (long L = 0; L < kSize; ++L) {
            const Cell at = {S, L, goal, flips};
            holds = holds && as_the_goal_says(at);
            if (!closed && flips == 0) continue;
            if (closed && (*closed)->outcome(big(at))) expect_agreement(**closed, rules, at);
            else covered = false;
          }
        if (flips == 1) {
          EXPECT_EQ(covered, holds);
        } else if (covered) {
          EXPECT_TRUE(holds);
        }
        ++(covered ? answered : refused);
      }
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(answered, 300);
}

TEST(FlipFlop, RefusesWithTheReason) {
  const auto at_most_27 = make_closed_form("flip-flop", arguments([](long S, long L) { return S + L <= 27; }));
  ASSERT_FALSE(at_most_27);
  EXPECT_NE(at_most_27.reason().find("a flip is allowed at (1,2)"), std::string::npos) << at_most_27.reason();
  const auto instead = make_closed_form("flip-flop", arguments([](long S, long L) { return S + L >= 27; }, "instead"));
  ASSERT_FALSE(instead);
  EXPECT_EQ(instead.reason(), "no formula is known where a flip takes the place of a move");
  EXPECT_THROW(make_closed_form("flip-flop", arguments([](long, long) { return true; }, "perhaps")), RequestError);
}

TEST(FlipFlop, AConditionThatSpoilsOneGoalOnly) {
  const auto closed = form("flip-flop", arguments([](long S, long L) { return S == 2 && L == 2; }));
  EXPECT_TRUE(closed->outcome({11, 18, 0, 1}));
  EXPECT_TRUE(closed->outcome({11, 18, 1, 0}));
  EXPECT_FALSE(closed->outcome({11, 18, 1, 1}));
  EXPECT_FALSE(closed->outcome({11, 18, 0, 2}));
}

TEST(FlipFlop, LargeHeaps) {
  const IntegerFunction when = [](std::span<const Integer> at) { return Integer(at[0] + at[1] >= 27 ? 1 : 0); };
  const auto closed = form("flip-flop", {{"when", when}});
  const Integer n = number_of_digits(1000, 3);
  const Integer S = (n + sqrt(Integer(5 * n * n))) / 2;
  for (const int goal : {0, 1}) {
    EXPECT_TRUE(is_P(*closed, {S, S + n, goal, 1}));
    EXPECT_EQ(winning_moves(*closed, {S, S + n, goal, 1}).size(), 0U);
    const WinningMoves moves = *closed->winning_moves({S + 1, S + n + 1, goal, 1}, 10);
    EXPECT_EQ(moves.moves.size() % 2, 0U);  // with and without a flip
    EXPECT_TRUE(std::ranges::count(moves.moves, (WinningMove{"diagonal", {S, S + n, goal, 1}})) == 1);
    EXPECT_TRUE(std::ranges::count(moves.moves, (WinningMove{"flip_diagonal", {S, S + n, 1 - goal, 0}})) == 1);
  }
}

}  // namespace
}  // namespace bouton
