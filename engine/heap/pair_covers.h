// Which heaps have an option of a wanted value, for a whole block of heaps at once: the likely pairs only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/pair_kernels.h"
#include "engine/heap/position_window.h"

namespace bouton {

/// Heap n has the option { a, n - distance }, where a is some heap of this value.
struct Shift {
  std::uint64_t distance;
  Grundy value;
  friend auto operator<=>(const Shift&, const Shift&) = default;
};

/// The heaps of a block, as bits; those past its end are set.
using BlockBits = std::array<std::uint64_t, kCoverWords + 1>;

/// For each of some target values: pairs of a shift and a heap of a window, of the values that are likeliest to add up to it.
class PairCovers {
 public:
  static constexpr std::size_t kBytesOfPair = sizeof(std::int32_t);

  PairCovers() = default;
  /// For targets 0, 1, ... those that `parities` has: bit 0 if the target matters for even heaps, bit 1 for odd ones. Pairs
  /// are listed, those of frequent values first, until each heap is expected to have `enough` of them with the target; of
  /// shifts no longer than the window's reach. O(entries + targets * values).
  PairCovers(const PositionWindow& window, std::span<const Shift> shifts, double enough, std::span<const std::uint8_t> parities);

  /// Adds to `covered` the heaps of the block from `first` on that have an option of value `target` by the pairs of the
  /// list; may stop when all are covered, and says whether they are.
  bool cover(const PositionWindow& window, std::uint64_t first, Grundy target, BlockBits& covered) const {
    const List& list = lists_[target];
    if (list.stages == 0) return false;
    return bouton::cover(window.planes(), first - window.base(),
                         {entries_.data() + list.entries, ends_.data() + list.ends, list.stages}, covered.data());
  }
  /// How many are listed.
  std::size_t pairs() const { return entries_.size(); }
  std::size_t memory() const {
    return entries_.capacity() * sizeof(entries_[0]) + ends_.capacity() * sizeof(ends_[0]) + lists_.capacity() * sizeof(List);
  }

 private:
  struct List {
    std::size_t entries, ends, stages;
  };
  struct Pair {
    Grundy plane;
    std::uint64_t distance;
  };
  void add_stage(std::span<const Pair> pairs, std::size_t list_begin, std::size_t stride);

  std::vector<std::int32_t> entries_;
  std::vector<std::uint32_t> ends_;
  std::vector<List> lists_;
};

}  // namespace bouton
