// Which heaps have an option of a wanted value that comes of a shift, for a whole block of heaps at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/values/pair_kernels.h"
#include "engine/heap/values/position_window.h"

namespace bouton {

/// Heap n has the option { a, n - distance }, where a is some heap of this value.
struct Shift {
  std::uint64_t distance;
  Grundy value;
  friend auto operator<=>(const Shift&, const Shift&) = default;
};

/// The heaps of a block, as bits; those past its end are set.
using BlockBits = std::array<std::uint64_t, kCoverWords + 1>;

/// For each of some target values: all pairs of a shift and a value of the heap it leads to that add up to it.
class PairCovers {
 public:
  static constexpr std::size_t kBytesOfPair = sizeof(std::int32_t);

  PairCovers() = default;
  /// For targets 0, 1, ... those that are wanted. Of the shifts those that lead from a block after the window to a heap in it:
  /// as long as a block or longer, and no longer than its reach. O(targets * shifts) time and memory.
  PairCovers(const PositionWindow& window, std::span<const Shift> shifts, std::span<const bool> wanted);

  /// Whether a shift of this length was listed, if it was there when the lists were made.
  bool complete(std::uint64_t distance) const { return distance >= kCoverHeaps && distance < end_; }

  /// Adds to `covered` the heaps of the block from `first` on that have an option of value `target`, which is wanted, by a
  /// shift of the list; may stop when all are covered. `window` is the one the lists were made for, with more heaps.
  void cover(const PositionWindow& window, std::uint64_t first, Grundy target, BlockBits& covered) const {
    bouton::cover(window.planes(), first - window.base(), {entries_.data() + lists_[target], ends_.data()}, covered.data());
  }
  std::size_t memory() const { return entries_.capacity() * sizeof(entries_[0]) + lists_.capacity() * sizeof(lists_[0]); }

 private:
  std::uint64_t end_ = 0;
  std::array<std::uint32_t, 8> ends_{};  ///< of the shifts whose length leaves 0, 1, ..., 7 modulo 8
  std::vector<std::int32_t> entries_;
  std::vector<std::size_t> lists_;  ///< where each target's entries begin
};

}  // namespace bouton
