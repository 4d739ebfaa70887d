#include "engine/heap/sequence_period.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(SequencePeriod, IsLookedForNoFurtherThanTheSequenceGoes) {
  HeapSequence sequence(TakeAndBreak::parse("0.007"));
  const std::optional<Period> period = find_period(sequence, 1'000'000, [&](std::uint64_t heap) {
    if (heap <= 2000) sequence.extend(heap, Budget());
  });
  EXPECT_FALSE(period);
  EXPECT_LE(sequence.size(), 2001U);
}

}  // namespace
}  // namespace bouton
