// Grundy values through the sparse space: exact for every game, fast where rare heaps are few.
//
// A common value is excluded at a heap only by a pair with a rare heap in it, so the list of rare heaps gives all
// excluded common values and the least that is not: the candidate. A rare value below the candidate has to be excluded as
// well; nearly always some pair of common heaps does so, and any one such pair will do. Where a full search finds none,
// the heap has that rare value and joins the list. Values are found for a block of heaps at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/heap/values/pair_kernels.h"
#include "engine/heap/values/value_classes.h"

namespace bouton {

/// What is kept from one block to the next follows from the values alone, so a run can begin at any heap.
class SparseValues {
 public:
  /// From this heap on the method applies: every pair it relies on is of heaps that are known by then.
  static std::uint64_t first_heap(const BoundedMoves& moves);
  /// Values of this size and more are not for it.
  static constexpr Grundy kMostValue = 1 << 13;

  /// `moves` has some that leave two heaps.
  explicit SparseValues(BoundedMoves moves);
  ~SparseValues();
  SparseValues(SparseValues&&) noexcept;

  /// Heaps that are found at a stretch: where it ends one thread waits for the other.
  static constexpr std::uint64_t kPiece = 64 * kCoverHeaps;

  /// Appends the values of heaps values.size() >= first_heap() .. last, or fewer: it stops early after about kPiece heaps, and
  /// before a value of kMostValue or more.
  void extend(GrundyValues& values, std::uint64_t last, const Budget& budget);

  /// Brings the list of rare heaps up to the values, and fits the classes to them where that was not done lately.
  void prepare(const GrundyValues& values);
  /// Heaps on the list; heap 0 is not counted.
  std::size_t rare_heaps() const;
  /// Those from a heap on.
  std::size_t rare_heaps_from(std::uint64_t heap) const;
  const ValueClasses& classes() const;
  /// Bytes in use.
  std::size_t memory() const;
  /// Bytes that it may come to use for values up to `greatest` while there are so many rare heaps.
  std::size_t memory_for(Grundy greatest, std::size_t rare_heaps) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton
