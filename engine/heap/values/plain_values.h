// Grundy values by the definition: the least value that no option has. Any take-and-break game; the yardstick of the
// faster ways.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/heap/values/partition_values.h"
#include "engine/heap/values/value_set.h"

namespace bouton {

/// One value after the other. With tricks that change no more than the cost: each pair of heaps is looked at once, sums
/// that several digits share are looked at once, and what a repeating digit has seen stays seen.
/// Cost of heap n: n / 2 steps where some move leaves two heaps; n times the values / 64 where one leaves three or more.
class PlainValues {
 public:
  /// Throws LimitError if more than 64 digits repeat. `budget` must outlive this object, or the next call of set_budget.
  PlainValues(const TakeAndBreak& game, const Budget& budget);

  /// The value of heap values.size(), from those of all smaller heaps. The first call of several in a row may take
  /// as long as the values before it did.
  Grundy next(const GrundyValues& values);

  void set_budget(const Budget& budget) {
    budget_ = &budget;
    if (partitions_) partitions_->set_budget(budget);
  }

 private:
  /// A set of counts that some digit has, and the numbers k whose digit it is, up to the digits that repeat.
  struct Counts {
    HeapCounts counts;
    std::vector<std::uint64_t> places;
  };
  /// What options have that remove a number of tokens from the repeating digits: for each digit of the group, and
  /// each residue of the rest, the values of all rests so far.
  struct Tail {
    std::uint64_t first = 0;  ///< the first place of the group
    std::vector<HeapCounts> digits;
    std::vector<ValueSet> seen;  ///< digit i, residue r at i * digits.size() + r
    std::uint64_t rests = 0;     ///< rests 0 .. rests - 1 have been seen
  };

  void catch_up(const GrundyValues& values);
  void mark_digits(std::uint64_t heap, const GrundyValues& values);
  std::vector<ValueSet*> seen_by_tail(std::uint64_t heap);
  Grundy next_unmarked(Grundy value) const;
  void collect(std::uint64_t rest, const HeapCounts& counts, const GrundyValues& values, ValueSet& set);
  void collect_equal(std::uint64_t rest, const HeapCounts& counts, const GrundyValues& values, ValueSet& set) const;
  void mark_pairs(std::uint64_t total, const GrundyValues& values);
  const ValueSet& pairs(std::uint64_t total, const GrundyValues& values);
  void stamp_pairs(const GrundyValues& values, std::uint64_t total, std::vector<std::uint32_t>& stamps,
                   std::uint32_t stamp) const;

  void mark_all(const ValueSet& set);
  void mark(Grundy value) {
    if (value >= stamps_.size()) stamps_.resize(2 * std::size_t{value} + 64);
    stamps_[value] = stamp_;
  }
  void clear_marks();

  const Budget* budget_;
  HeapConstraint constraint_;
  std::vector<Counts> digits_;
  std::optional<Tail> tail_;
  std::uint64_t pair_digits_ = 0;  ///< how many places have a digit with two heaps
  std::optional<PartitionValues> partitions_;

  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;

  /// The pair values of the latest totals, where several digits ask for them: of total t at t % size().
  struct Pairs {
    std::uint64_t total = ~std::uint64_t{0};
    ValueSet set;
  };
  std::vector<Pairs> recent_pairs_;
  std::vector<std::uint32_t> pair_stamps_;
};

}  // namespace bouton
