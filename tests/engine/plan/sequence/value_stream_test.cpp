#include "engine/plan/sequence/value_stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"

namespace bouton {
namespace {

/// The number of values that differ from what HeapSequence finds, or are missing.
std::uint64_t differences(const char* code, std::uint64_t last) {
  const TakeAndBreak game = TakeAndBreak::parse(code);
  HeapSequence sequence(game);
  sequence.extend(last, Budget());
  std::uint64_t next = 0;
  std::uint64_t wrong = 0;
  Grundy greatest = 0;
  const ValueStream stream{[&](Grundy promised) { greatest = promised; },
                           [&](std::span<const Grundy> values) {
                             for (const Grundy value : values) wrong += next > last || sequence.values()[next++] != value;
                           }};
  stream_values(game, last, stream, Budget());
  EXPECT_LE(sequence.values().greatest() >> 8 != 0, greatest >> 8 != 0) << code;
  return wrong + (last + 1 - next);
}

TEST(ValueStream, HandsOutAllValuesInOrder) {
  EXPECT_EQ(differences("0.77", 1'200'000), 0U);         // by its period
  EXPECT_EQ(differences("0.104", 1'200'000), 0U);        // from a window
  EXPECT_EQ(differences("4.0 unequal", 1'100'000), 0U);  // kept
  EXPECT_EQ(differences("all-but {1,2}", 3000), 0U);
  EXPECT_EQ(differences("0.77", 0), 0U);
  EXPECT_EQ(differences("0.007", 20'000), 0U);
}

TEST(ValueStream, IsStopped) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  std::uint64_t handed_out = 0;
  const ValueStream stream{[](Grundy) {},
                           [&](std::span<const Grundy> values) {
                             handed_out += values.size();
                             stop = handed_out > 2'000'000;
                           }};
  EXPECT_THROW(stream_values(TakeAndBreak::parse("0.106"), 100'000'000, stream, budget), Interrupted);
  EXPECT_LT(handed_out, 2'010'000U);
}

}  // namespace
}  // namespace bouton
