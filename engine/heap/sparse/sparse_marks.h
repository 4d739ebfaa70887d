// The least common values that are not excluded, by marking what each rare heap excludes: for few rare heaps.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/sparse/sparse_space.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// Cost of a heap: O(shifts + limit / 64).
class SparseMarks {
 public:
  /// Lists what the space's shifts exclude. The space must not change while this is in use, but for add_rare().
  void list(const SparseSpace& space);
  /// A rare heap was added to the space.
  void add_rare(const SparseSpace& space, const Shift& rare);

  /// Finds the least common value that is not excluded for the heaps from values.size() on, `block.size()` of them, or for the
  /// first ones until one has none below the space's limit or above `most`. Appends them to `values`; returns how many.
  std::size_t solve(const SparseSpace& space, GrundyValues& values, std::span<Grundy> block, Grundy most);
  std::size_t memory() const {
    return (near_.capacity() + far_.capacity()) * sizeof(Shift) + rows_.capacity() * sizeof(rows_[0]);
  }

 private:
  /// Heaps whose values are found before the pairs among themselves are looked at.
  static constexpr std::size_t kGroup = 64;

  void mark_known(const GrundyValues& values, std::size_t count);
  Grundy least_unmarked(std::size_t index, std::uint64_t parity) const;
  void exclude(std::size_t index, Grundy value) { rows_[index * row_words_ + value / 64] |= std::uint64_t{1} << value % 64; }

  std::vector<Shift> near_;  ///< those that lead from one heap of a group to another
  std::vector<Shift> far_;
  std::size_t row_words_ = 1;
  std::vector<std::uint64_t> rows_;                   ///< for each heap of the group the excluded values
  std::array<std::vector<std::uint64_t>, 2> common_;  ///< the common values of an even, an odd heap, as bits
};

}  // namespace bouton
