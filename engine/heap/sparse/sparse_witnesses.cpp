#include "engine/heap/sparse/sparse_witnesses.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "engine/heap/values/pair_kernels.h"

namespace bouton {
namespace {

/// How large the smaller heap of a witness is, beside the heap itself: the values that are popular there differ.
constexpr std::array<double, 2> kLags = {0.4, 1.0 / 7};
static_assert(SparseWitnesses::kMostBytesOfValue == kLags.size() * LaggingPairs::kMostBytesOfValue);
/// The smallest heaps are the first that are looked at one by one: no two of them are left of a heap that this is for.
constexpr std::size_t kSmallest = 15 * kTurnedHeaps;
static_assert(2 * kSmallest < LaggingPairs::kLeastHeaps);

constexpr std::uint64_t range(Grundy begin, Grundy end) { return std::uint64_t{end} << 32 | begin; }

}  // namespace

void SparseWitnesses::list(const SparseSpace& space, const GrundyValues& values) {
  pairs_.clear();
  for (const double part : kLags)
    if (const auto lag = static_cast<std::uint64_t>(part * static_cast<double>(values.size())); lag > LaggingPairs::kLeastLag)
      pairs_.emplace_back(values, lag, space.limit, space.moves.two);
  if (pairs_.empty()) pairs_.emplace_back(values, 0, space.limit, space.moves.two);
}

void SparseWitnesses::begin(const GrundyValues& values, std::span<const Grundy> block) {
  values.visit([&](auto list) { values_ = list; });
  block_ = block;
  unclaimed_ = 0;
  failure_.reset();
  helped_.reset();
}

void SparseWitnesses::check(const SparseSpace& space) {
  if (block_.empty()) return;
  std::visit(
      [&](auto list) {
        prepare(list);
        unclaimed_.store(range(0, greatest_), std::memory_order_release);
        BlockBits greater = first_heaps(block_.size());  // those whose value is greater than the one that is looked at
        Grundy below = 0;
        while (const std::optional<Grundy> value = claim(From::below)) {
          for (; below <= *value; ++below)
            for (std::size_t i = heaps_of_[below]; i != kSparseBlock; i = next_[i])
              greater[i / 64] &= ~(std::uint64_t{1} << i % 64);
          look(space, list, *value, greater, failure_);
        }
      },
      values_);
}

void SparseWitnesses::help(const SparseSpace& space) {
  std::visit(
      [&](auto list) {
        BlockBits greater{};
        Grundy above = 0;  // greatest_ is known when there is something to be claimed
        while (const std::optional<Grundy> value = claim(From::above)) {
          if (above == 0) above = greatest_;
          for (; above > *value; --above)
            for (std::size_t i = heaps_of_[above]; i != kSparseBlock; i = next_[i])
              greater[i / 64] |= std::uint64_t{1} << i % 64;
          look(space, list, *value, greater, helped_);
        }
      },
      values_);
}

std::optional<SparseWitnesses::Failure> SparseWitnesses::failure() const {
  if (!failure_ || !helped_) return failure_ ? failure_ : helped_;
  return std::pair(failure_->index, failure_->value) < std::pair(helped_->index, helped_->value) ? failure_ : helped_;
}

std::optional<Grundy> SparseWitnesses::claim(From from) {
  std::uint64_t left = unclaimed_.load(std::memory_order_relaxed);
  for (;;) {
    const auto begin = static_cast<Grundy>(left);
    const auto end = static_cast<Grundy>(left >> 32);
    if (begin >= end) return std::nullopt;
    const bool least = from == From::below;
    if (unclaimed_.compare_exchange_weak(left, least ? range(begin + 1, end) : range(begin, end - 1),
                                         std::memory_order_acq_rel))
      return least ? begin : end - 1;
  }
}

/// What both threads look up.
template <class T>
void SparseWitnesses::prepare(std::span<const T> list) {
  const std::uint64_t first = list.size() - block_.size();
  for (LaggingPairs& pairs : pairs_) pairs.look(list, first);
  std::vector<T>& smallest = std::get<std::vector<T>>(smallest_);
  if (smallest.empty()) {
    smallest.resize(kSmallest);
    for (std::size_t i = 0; i < smallest.size(); ++i) smallest[i] = list[1 + (i ^ (kTurnedHeaps - 1))];
  }
  greatest_ = *std::ranges::max_element(block_);
  heaps_of_.assign(greatest_ + 1, kSparseBlock);
  for (std::size_t i = 0; i < block_.size(); ++i) next_[i] = std::exchange(heaps_of_[block_[i]], static_cast<std::uint16_t>(i));
}

/// Looks for a heap with a greater value that has no option of this one. `failure` is what was found so far, among values that
/// are all less or all greater.
template <class T>
void SparseWitnesses::look(const SparseSpace& space, std::span<const T> list, Grundy value, const BlockBits& greater,
                           std::optional<Failure>& failure) const {
  const std::uint64_t first = list.size() - block_.size();
  const std::uint64_t rare = space.rare_word(value, first);
  if (rare == 0) return;
  BlockBits covered;
  for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = ~(greater[i] & rare);
  if (std::ranges::any_of(pairs_, [&](const LaggingPairs& pairs) { return pairs.cover(first, value, covered); })) return;
  for (std::size_t i = 0; i < kCoverWords; ++i)
    for (std::uint64_t left = ~covered[i]; left != 0; left &= left - 1) {
      const std::size_t index = 64 * i + static_cast<unsigned>(std::countr_zero(left));
      // Of one heap the least value counts, and later heaps no more.
      if (failure && (index > failure->index || (index == failure->index && value > failure->value))) return;
      if (has_witness(space, list, first + index, value)) continue;
      failure = {index, value};
      return;
    }
}

/// Whether some option of the heap has this value.
template <class T>
bool SparseWitnesses::has_witness(const SparseSpace& space, std::span<const T> list, std::uint64_t heap, Grundy value) const {
  for (const std::uint64_t k : space.moves.one)
    if (list[heap - k] == value) return true;
  if (value > std::numeric_limits<T>::max()) return false;
  const T target = static_cast<T>(value);
  for (const std::uint64_t k : space.moves.two)
    if (has_turned_pair(std::get<std::vector<T>>(smallest_).data(), list.data() + (heap - k - 1), kSmallest / kTurnedHeaps,
                        target))
      return true;
  const bool no_middle = space.moves.unequal && value == 0;  // only heaps of equal value add up to 0
  // All removals a stretch of heaps at a time: what one of them cannot reach another often does at once.
  std::uint64_t stretch = 4096;
  for (std::uint64_t begin = kSmallest + 1; 2 * begin <= heap; begin += stretch, stretch *= 2)
    for (const std::uint64_t k : space.moves.two) {
      const std::uint64_t total = heap - k;
      const std::uint64_t end = std::min(begin + stretch, (no_middle ? (total - 1) / 2 : total / 2) + 1);
      if (begin < end && has_pair(list.data() + begin, list.data() + (total - begin), end - begin, target)) return true;
    }
  return false;
}

std::size_t SparseWitnesses::memory() const {
  std::size_t bytes = 0;
  for (const LaggingPairs& pairs : pairs_) bytes += pairs.memory();
  return bytes;
}

}  // namespace bouton
