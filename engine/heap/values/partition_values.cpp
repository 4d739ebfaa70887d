#include "engine/heap/values/partition_values.h"

#include <algorithm>

namespace bouton {

PartitionValues::PartitionValues(unsigned cap, bool open, HeapConstraint constraint, const Budget& budget)
    : cap_(std::max(cap, 2U)), open_(open), constraint_(constraint), budget_(&budget) {
  rebuild(64, 1);
}

void PartitionValues::join(Grundy value) {
  const bool was_stopped = values_.size() > joined_;  // some rows have the value, others have not
  values_.resize(joined_);
  const std::uint64_t size = joined_ + 1;
  std::size_t words = words_;
  while (value >= 64 * words) words *= 2;
  std::uint64_t totals = totals_;
  while (size + 1 >= totals) totals *= 2;
  values_.push_back(value);
  if (was_stopped || words != words_ || totals != totals_) rebuild(totals, words);
  else add_size(size, value);
  joined_ = size;
}

void PartitionValues::check_stop() {
  constexpr std::size_t kWords = 4096;
  words_done_ += (cap_ + 1) * words_;
  if (words_done_ < kWords) return;
  words_done_ = 0;
  budget_->check_stop();
}

/// Every size once more, in rows for more totals or greater values.
void PartitionValues::rebuild(std::uint64_t totals, std::size_t words) {
  const std::uint64_t layers = constraint_ == HeapConstraint::not_all_equal ? 2 : 1;
  const std::uint64_t size = layers * (cap_ + 1) * totals * words;
  budget_->check_memory(size * sizeof(std::uint64_t), "the values of heaps in several parts");
  totals_ = totals;
  words_ = words;
  rows_.assign(size, 0);
  *row(kAny, 0, 0) = 1;
  for (std::size_t i = 0; i < values_.size(); ++i) add_size(i + 1, values_[i]);
}

void PartitionValues::add_size(std::uint64_t size, Grundy value) {
  switch (constraint_) {
    case HeapConstraint::unequal: add_once(size, value); break;
    case HeapConstraint::not_all_equal: add_to_mixed(size, value); [[fallthrough]];
    default: add_repeated(size, value);
  }
}

/// to |= { v xor value : v in from }
void PartitionValues::add_with(std::uint64_t* to, const std::uint64_t* from, Grundy value) const {
  const std::size_t high = value / 64;
  const unsigned low = value % 64;
  for (std::size_t i = 0; i < words_; ++i) to[i ^ high] |= add_nimber(from[i], low);
}

/// A partition with any number of heaps of `size`: ascending totals see what `size` itself has added.
void PartitionValues::add_repeated(std::uint64_t size, Grundy value) {
  for (std::uint64_t total = size; total < totals_; ++total) {
    check_stop();
    for (unsigned count = 1; count <= cap_; ++count) {
      add_with(row(kAny, count, total), row(kAny, count - 1, total - size), value);
      if (open_ && count == cap_) add_with(row(kAny, count, total), row(kAny, count, total - size), value);
    }
  }
}

/// A partition with at most one heap of `size`: descending totals do not.
void PartitionValues::add_once(std::uint64_t size, Grundy value) {
  for (std::uint64_t total = totals_ - 1; total >= size; --total) {
    check_stop();
    for (unsigned count = cap_; count >= 1; --count) {
      if (open_ && count == cap_) add_with(row(kAny, count, total), row(kAny, count, total - size), value);
      add_with(row(kAny, count, total), row(kAny, count - 1, total - size), value);
    }
  }
}

/// Before `size` joins the partitions of any kind: those with a smaller heap and at least one of `size` are mixed, and
/// mixed ones stay so.
void PartitionValues::add_to_mixed(std::uint64_t size, Grundy value) {
  const auto extend = [&](std::uint64_t total, unsigned count, unsigned from) {
    const std::uint64_t rest = total - size;
    if (from == 0) return;
    add_with(row(kMixed, count, total), row(kMixed, from, rest), value);
    add_with(row(kMixed, count, total), row(kAny, from, rest), value);
  };
  for (std::uint64_t total = size; total < totals_; ++total) {
    check_stop();
    for (unsigned count = 1; count <= cap_; ++count) {
      extend(total, count, count - 1);
      if (open_ && count == cap_) extend(total, count, count);
    }
  }
}

void PartitionValues::collect(std::uint64_t total, const HeapCounts& counts, ValueSet& set) const {
  for (unsigned count = 0; count <= cap_; ++count) {
    const bool rest = open_ && count == cap_;  // this row stands for all greater counts too
    if (rest ? counts.bounded() : !counts.contains(count)) continue;
    const Layer layer = constraint_ == HeapConstraint::not_all_equal && count >= 2 ? kMixed : kAny;
    set.insert(std::span(row(layer, count, total), words_));
  }
}

}  // namespace bouton
