#include "engine/closed_form/wythoff/wythoff_reason.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/engine/closed_form/agreement.h"

namespace bouton {
namespace {

using namespace test;

std::string reason(const Integer& S, const Integer& L, WythoffGoal goal = WythoffGoal::normal) {
  WythoffTheory theory;
  std::string text;
  for (const std::string& sentence :
       wythoff_reason(theory, S, L, goal, Domain::fixed({{.name = "left"}, {.name = "right"}})).sentences)
    text += sentence + " ";
  return text;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The examples of Verkhovsky (2010), as they are right: (19, 26) by 8 from both; 102 = b_39.
TEST(WythoffReason, GoesThroughTheTestsInTheirOrder) {
  EXPECT_TRUE(holds(reason(11, 18), "case A, n = 7")) << reason(11, 18);
  EXPECT_TRUE(holds(reason(19, 26), "take 8 from both, to (11, 18)."));
  EXPECT_TRUE(holds(reason(14, 29), "14 = a_9 and 29 = a_18: case B of Verkhovsky (2010), with k = 9 = 14/phi rounded up."));
  EXPECT_TRUE(holds(reason(14, 29), "take 6 from right, the larger heap."));
  EXPECT_TRUE(holds(reason(14, 31), "14 = a_9 and 31 = b_12: case C"));
  EXPECT_TRUE(holds(reason(15, 32), "case D of Verkhovsky (2010), with i = 6 = 15/phi^2 rounded up."));
  EXPECT_TRUE(holds(reason(32, 15), "(9, 15): take 23 from left, the larger heap."));
  EXPECT_TRUE(holds(reason(15, 34), "15 = b_6 and 34 = b_13: case E"));
  EXPECT_TRUE(holds(reason(102, 500), "102 = b_39"));
}

/// The pairs that are named, by the definition: nobody moves from one to another, and each position beside them reaches one.
TEST(WythoffReason, NamesThePairOfTheDifference) {
  for (const WythoffGoal goal : {WythoffGoal::normal, WythoffGoal::attrition}) {
    const auto closed = form(goal == WythoffGoal::normal ? "wythoff" : "attrition");
    for (long d = 0; d < 40; ++d) {
      long least = 0;
      while (!is_P(*closed, {least, least + d})) ++least;  // tested beside plain recursion
      EXPECT_TRUE(holds(reason(least + 7, least + 7 + d, goal),
                        fmt::format("the pair that differs by {} is ({}, {})", d, least, least + d)));
    }
  }
}

TEST(WythoffReason, SaysWhichEndingOfAttritionItIs) {
  constexpr auto kGoal = WythoffGoal::attrition;
  for (const auto& [S, L] : {std::pair(2, 2), std::pair(5, 6), std::pair(1, 1)})
    EXPECT_TRUE(holds(reason(S, L, kGoal), "the ending differs from that of Wythoff's Nim")) << S << "," << L;
  EXPECT_FALSE(holds(reason(3, 5, kGoal), "the ending differs"));
  EXPECT_TRUE(holds(reason(0, 1, kGoal), "Only the last one is left, and whoever takes it loses."));
  EXPECT_TRUE(holds(reason(0, 0, kGoal), "the opponent took the last one and has lost."));
}

}  // namespace
}  // namespace bouton
