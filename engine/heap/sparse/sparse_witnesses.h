// Whether the rare values below the values of a block are excluded: for each some pair of heaps that adds up to it, a witness.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <variant>
#include <vector>

#include "engine/heap/sparse/lagging_pairs.h"
#include "engine/heap/sparse/sparse_space.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// One block at a time, by one thread or two. Cost: some pairs for each rare value, by bits, for the block at once; then, for
/// the few heaps that have none of those, pairs by vectors until one is found, or all pairs where there is none.
class SparseWitnesses {
 public:
  /// A heap of the block, counted from its first, has no option of this rare value.
  struct Failure {
    std::size_t index;
    Grundy value;
  };

  /// Bytes for one value.
  static constexpr std::size_t kMostBytesOfValue = 2 * LaggingPairs::kMostBytesOfValue;

  /// Lists likely pairs.
  void list(const SparseSpace& space, const GrundyValues& values);

  /// Begins with the block that `values` end with. They must stay where they are, `block` as well, until the block is checked;
  /// more values may follow.
  void begin(const GrundyValues& values, std::span<const Grundy> block);
  /// Checks the block.
  void check(const SparseSpace& space);
  /// Takes over a part of that from another thread that is in check(): returns when there is nothing left to be begun, or at
  /// once where check() has not come far enough.
  void help(const SparseSpace& space);
  /// The first heap of the block with a value that is not excluded, and the least such value. Both threads are done.
  std::optional<Failure> failure() const;

  std::size_t memory() const;

 private:
  enum class From { below, above };
  /// The next of the values that are to be looked at; nothing if there is none left.
  std::optional<Grundy> claim(From from);

  template <class T>
  void prepare(std::span<const T> list);
  template <class T>
  void look(const SparseSpace& space, std::span<const T> list, Grundy value, const BlockBits& greater,
            std::optional<Failure>& failure) const;
  template <class T>
  bool has_witness(const SparseSpace& space, std::span<const T> list, std::uint64_t heap, Grundy value) const;

  std::vector<LaggingPairs> pairs_;  ///< they show at once that most rare values are excluded
  /// The smallest heaps as has_turned_pair() takes them, by the width of the values.
  std::tuple<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> smallest_;

  std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>, std::span<const std::uint32_t>> values_;
  std::span<const Grundy> block_;
  Grundy greatest_ = 0;                           ///< of the block
  std::vector<std::uint16_t> heaps_of_;           ///< the first heap of the block that has the value; kSparseBlock for none
  std::array<std::uint16_t, kSparseBlock> next_;  ///< for each heap the next one that has the same value
  /// The values that are not taken yet: from the lower half of the bits to, but without, the upper half.
  std::atomic<std::uint64_t> unclaimed_ = 0;
  std::optional<Failure> failure_;  ///< what check() has found, and help()
  std::optional<Failure> helped_;
};

}  // namespace bouton
