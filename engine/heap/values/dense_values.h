// Grundy values by looking at all pairs, many at a time: for games whose rare heaps are not few.
//
// The values of a few pairs are marked; the least value that is not marked is a guess, and all other pairs are compared with
// it, for a tile of neighbouring heaps at once. A guess that is hit gives way to the next value that is not marked.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/system/worker.h"

namespace bouton {

/// Keeps only buffers from one tile to the next. Cost of heap n: about n / 2 comparisons for each number of tokens
/// that a move which leaves two heaps removes, 32 or more of them at a time for values of one byte.
class DenseValues {
 public:
  /// From this heap on the method applies.
  static std::uint64_t first_heap(const BoundedMoves& moves);
  /// Values of this size and more are not for it.
  static constexpr Grundy kMostValue = 1 << 14;

  /// `moves` has some that leave two heaps.
  explicit DenseValues(BoundedMoves moves) : moves_(std::move(moves)) {}

  /// Appends the values of heaps values.size() >= first_heap() .. last, or fewer: it stops early after a tile.
  void extend(GrundyValues& values, std::uint64_t last, const Budget& budget);
  std::size_t memory() const { return rows_.capacity(); }

 private:
  template <class T>
  class Tile;

  BoundedMoves moves_;
  std::vector<std::uint8_t> rows_;
  std::unique_ptr<Worker> worker_;  ///< null: one thread
};

}  // namespace bouton
