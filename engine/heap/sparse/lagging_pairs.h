// Pairs of heaps that show, for a block of heaps at once, that a value is excluded: of values that are popular there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/values/grundy_values.h"
#include "engine/heap/values/pair_covers.h"
#include "engine/heap/values/pair_kernels.h"

namespace bouton {

/// Pairs of a heap that is a little larger than a number, the lag, and one that is about as much smaller than the heaps of
/// the block.
class LaggingPairs {
 public:
  /// How much larger than the lag the smaller heap of a pair may be.
  static constexpr std::size_t kMostReach = std::size_t{1} << 14;
  /// From so many heaps on there are such pairs.
  static constexpr std::uint64_t kLeastHeaps = 4096;
  /// The least lag but 0.
  static constexpr std::uint64_t kLeastLag = 16 * kCoverHeaps;
  /// Bytes for one value: those of the heaps that are looked at, as bits.
  static constexpr std::size_t kMostBytesOfValue = LaggingHeaps::kCopies * ((kMostReach + kLeastLag) / 8 + 72);

  /// Takes up the heaps from lag + 1 on, whose values are below `limit`, and the numbers of tokens that are removed. The lag
  /// is less than half of all heaps.
  LaggingPairs(const GrundyValues& values, std::uint64_t lag, std::size_t limit, std::span<const std::uint64_t> removals);

  /// Prepares for the block from `first` on: reads the heaps that the lag leaves of it and of some more, and those shortly
  /// before them. Without a lag `list` ends with the block.
  template <class T>
  void look(std::span<const T> list, std::uint64_t first);

  /// Adds to `covered` the heaps of the block that have an option of value `target` by such a pair, until few of them are left;
  /// says whether none is.
  bool cover(std::uint64_t first, Grundy target, BlockBits& covered) const {
    return cover_lagging(
        {copies_.data() + (first - looked_at_) / 8, copy_, order_.data(), order_.size(), from_.data(), ends_.data()}, target,
        kFew, covered.data());
  }
  std::size_t memory() const { return copies_.capacity() + from_.capacity() * sizeof(from_[0]); }

 private:
  template <class T>
  void order_by_popularity(std::span<const T> heaps);

  /// So few heaps are better looked at one by one.
  static constexpr std::size_t kFew = 32;

  std::uint64_t lag_;
  std::size_t reach_;  ///< a multiple of 8
  std::size_t copy_;
  std::uint64_t looked_at_ = 0;      ///< the first heap when it was last looked
  std::vector<std::uint16_t> from_;  ///< of the copies, for each heap after the lag
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> counts_;
  std::vector<Grundy> order_;
  std::vector<std::uint8_t> occurs_;  ///< for each value whether it has a bit in copies_
  std::vector<std::uint8_t> copies_;
};

}  // namespace bouton
