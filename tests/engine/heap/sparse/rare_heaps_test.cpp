// The number of rare heaps beside a count over all classes, each tried out.
#include "engine/heap/sparse/rare_heaps.h"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "engine/base/budget.h"
#include "engine/heap/heap_sequence.h"
#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

/// A heap n of value v is rare where v has an even number of bits in common with the mask, or where that number plus n plus the
/// tokens that a move which leaves two heaps takes is even. `odd_taken`: whether all these moves take an odd number; nothing
/// where some do and some do not.
std::uint64_t fewest_rare_heaps(const std::vector<Grundy>& values, std::optional<bool> odd_taken) {
  const Grundy limit = std::bit_ceil(std::ranges::max(values) + 1);
  std::uint64_t fewest = values.size() + 1, with_empty = 0;
  for (const bool with_size : {false, true}) {
    if (with_size && !odd_taken) continue;
    std::uint64_t least = values.size() + 1;
    bool empty_is_rare = false;
    for (Grundy mask = 0; mask < limit; ++mask) {
      const auto is_rare = [&](std::size_t heap) {
        const auto bits = static_cast<std::size_t>(std::popcount(values[heap] & mask));
        return (bits + (with_size ? heap + (*odd_taken ? 1 : 0) : 0)) % 2 == 0;
      };
      std::uint64_t rare = 0;
      for (std::size_t heap = 1; heap < values.size(); ++heap) rare += is_rare(heap) ? 1 : 0;
      if (rare <= least) {
        least = rare;
        empty_is_rare = is_rare(0);
      }
    }
    if (least >= fewest) continue;
    fewest = least;
    with_empty = least + (empty_is_rare ? 1 : 0);
  }
  return with_empty;
}

std::optional<std::uint64_t> counted_rare_heaps(const char* code, std::uint64_t last) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.extend(last, Budget());
  return count_rare_heaps(sequence.game(), sequence.values());
}

TEST(RareHeaps, AreThoseOfTheClassesWithTheFewest) {
  const struct {
    const char* code;
    std::optional<bool> odd_taken;
  } kGames[] = {{"0.127", true},        {"0.45", std::nullopt}, {"0.77", std::nullopt}, {"0.07", false},
                {"4.0 unequal", false}, {"0.6", true},          {"0.137", true},        {"0.04", false}};
  for (const auto& [code, odd_taken] : kGames)
    for (const std::uint64_t last : {1U, 40U, 500U, 3000U})
      EXPECT_EQ(counted_rare_heaps(code, last), fewest_rare_heaps(test::values_of(code, last, HeapWay::plain), odd_taken))
          << code << " " << last;
}

/// The empty heap of 0.127 is common: its moves that leave two heaps take three.
TEST(RareHeaps, OfLongSequences) { EXPECT_EQ(counted_rare_heaps("0.127", 100'000), 693U); }

TEST(RareHeaps, AreNotCountedWhereNoMoveLeavesTwoHeaps) { EXPECT_EQ(counted_rare_heaps("0.33", 100), std::nullopt); }

}  // namespace
}  // namespace bouton
