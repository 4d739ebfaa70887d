#include "engine/method/solvers/heap_cost.h"

#include <string>

#include <gtest/gtest.h>

namespace bouton {
namespace {

HeapSequence counted(const std::string& code, std::uint64_t heaps) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.use_periods(false);
  if (heaps > 0) sequence.extend(heaps, Budget());
  return sequence;
}

TEST(HeapCost, IsNothingForHeapsThatAreKnown) {
  for (const char* code : {"0.333", "0.77", "0.3...", "4.3...", "0.8"}) {
    const HeapSequence sequence = counted(code, 100);
    EXPECT_EQ(seconds_to_count(sequence, 50), 0) << code;
    EXPECT_GT(seconds_to_count(sequence, 1000), 0) << code;
    EXPECT_GT(seconds_to_count(sequence, 2000), seconds_to_count(sequence, 1000)) << code;
  }
}

TEST(HeapCost, GrowsWithWhatMovesLeave) {
  // One heap: linear. Two: quadratic. Three: with the values of every total besides.
  const auto growth = [](const char* code) {
    const HeapSequence sequence = counted(code, 64);
    return seconds_to_count(sequence, 64'000) / seconds_to_count(sequence, 6'400);
  };
  EXPECT_NEAR(growth("0.3..."), 10, 0.2);
  EXPECT_NEAR(growth("4.3..."), 100, 2);
  EXPECT_GT(growth("0.8"), 500);
}

TEST(HeapCost, KnowsWhereRareHeapsAreFew) {
  // Of 0.104 twenty heaps are rare, of 0.007 more than a quarter, and they stay as many.
  const double few = seconds_to_count(counted("0.104", 4096), 1e6);
  const double many = seconds_to_count(counted("0.007", 4096), 1e6);
  EXPECT_LT(few, 0.5);
  EXPECT_GT(many, 100 * few);
  // Of Grundy's game they become fewer: 1274 in the end.
  const double grundy = seconds_to_count(counted("4.0 unequal", 4096), 1e6);
  EXPECT_GT(grundy, few);
  EXPECT_LT(grundy, many / 10);
}

}  // namespace
}  // namespace bouton
