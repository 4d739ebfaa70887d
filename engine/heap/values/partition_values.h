// The values of the sums that a heap can be divided into, for any number of heaps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/value_set.h"

namespace bouton {

/// For every total and every number of heaps, the set of nim-sums of the Grundy values of the partitions of that total into
/// that many heaps. Heap sizes join in ascending order, as their values become known; the totals that are asked for
/// must be sums of sizes that have joined, and at most sizes() + 1.
///
/// Numbers of heaps from `cap` on are kept together if `open`, else not kept. Memory: about totals * cap * values / 8
/// bytes; to bring in all sizes below N costs N^2 * cap * values / 128 word operations.
class PartitionValues {
 public:
  /// `constraint` is not all_equal.
  PartitionValues(unsigned cap, bool open, HeapConstraint constraint, const Budget& budget);

  /// The heap of `sizes() + 1` tokens has this value. Where the budget stops that, it has not joined.
  void join(Grundy value);
  std::uint64_t sizes() const { return joined_; }
  /// Adds to `set` the values of `total` in as many heaps as `counts` allows. A number of heaps beyond the cap counts as none.
  void collect(std::uint64_t total, const HeapCounts& counts, ValueSet& set) const;

  void set_budget(const Budget& budget) { budget_ = &budget; }

 private:
  /// Partitions that obey the constraint so far; under not_all_equal also those of one size only, which may yet.
  enum Layer : unsigned { kAny, kMixed };

  std::uint64_t* row(Layer layer, unsigned count, std::uint64_t total) {
    return rows_.data() + ((layer * (cap_ + 1) + count) * totals_ + total) * words_;
  }
  const std::uint64_t* row(Layer layer, unsigned count, std::uint64_t total) const {
    return rows_.data() + ((layer * (cap_ + 1) + count) * totals_ + total) * words_;
  }
  void rebuild(std::uint64_t totals, std::size_t words);
  void add_size(std::uint64_t size, Grundy value);
  void add_with(std::uint64_t* to, const std::uint64_t* from, Grundy value) const;
  void add_repeated(std::uint64_t size, Grundy value);
  void add_once(std::uint64_t size, Grundy value);
  void add_to_mixed(std::uint64_t size, Grundy value);
  /// To be called for each total: looks at the budget once for some thousand words.
  void check_stop();

  unsigned cap_;
  bool open_;
  HeapConstraint constraint_;
  const Budget* budget_;
  std::vector<Grundy> values_;  ///< of sizes 1, 2, ..., at most one more than have joined
  std::uint64_t joined_ = 0;    ///< sizes that are in all rows
  std::size_t words_done_ = 0;  ///< since the budget was looked at
  std::uint64_t totals_ = 0;    ///< totals 0 .. totals_ - 1 have rows
  std::size_t words_ = 1;       ///< of a row; a power of two
  std::vector<std::uint64_t> rows_;
};

}  // namespace bouton
