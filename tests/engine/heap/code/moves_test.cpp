#include "engine/heap/code/moves.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(TakeAndBreakMoves, AreEstimatedWithoutAList) {
  // A heap that may be left in three, in an order that does not matter, beside the empty game, Nim and the games of two heaps.
  for (const char* code : {"0.0", "0.333", "0.3...", "0.77", "4.0", "0.137", "0.F", "0.7..."}) {
    const TakeAndBreak game = TakeAndBreak::parse(code);
    for (const Coordinate heap : {Coordinate{50}, Coordinate{200}}) {
      Options options;
      game.options(heap, options);
      const auto listed = static_cast<double>(options.size());
      EXPECT_LE(estimated_options(game, heap), 2 * listed) << code << " " << heap;
      EXPECT_GE(2 * estimated_options(game, heap), listed) << code << " " << heap;
    }
  }
  EXPECT_GT(estimated_options(TakeAndBreak::parse("0.77"), 1'000'000'000'000), 5e11);
  EXPECT_EQ(estimated_options(TakeAndBreak::parse("0.3..."), 0), 0);
}

}  // namespace
}  // namespace bouton
