#include "engine/heap/sparse/lagging_pairs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bouton {
namespace {

/// Heaps of several blocks that are looked at together where there is a lag.
constexpr std::size_t kAhead = LaggingPairs::kLeastLag;
/// Shortly before a block, where a value that is popular is popular in the block.
constexpr std::size_t kShortly = 4096;
/// The part of the heaps on the block's side that have one of the values which are looked at.
constexpr double kPopular = 0.85;
/// Heaps of one value on the other side.
constexpr std::size_t kMostOfValue = 16;

}  // namespace

LaggingPairs::LaggingPairs(const GrundyValues& values, std::uint64_t lag, std::size_t limit,
                           std::span<const std::uint64_t> removals)
    : lag_(lag),
      reach_(std::min<std::uint64_t>(kMostReach, (values.size() - lag) / 16 * 8)),
      copy_((reach_ + (lag == 0 ? kCoverHeaps : kAhead)) / 8 + 72),
      counts_(limit),
      occurs_(limit),
      copies_(limit * LaggingHeaps::kCopies * copy_) {
  std::vector<std::vector<std::uint16_t>> from(limit);
  for (std::uint64_t heap = 1; heap < reach_ && lag + heap < values.size() / 2; ++heap)
    for (const std::uint64_t k : removals) {
      std::vector<std::uint16_t>& of_value = from[values[lag + heap]];
      const std::uint64_t distance = heap + k;
      if (distance < reach_ && distance % 8 < LaggingHeaps::kCopies && of_value.size() < kMostOfValue)
        of_value.push_back(static_cast<std::uint16_t>(distance % 8 * copy_ + reach_ / 8 - distance / 8));
    }
  ends_.assign(1, 0);
  for (const std::vector<std::uint16_t>& of_value : from) {
    from_.insert(from_.end(), of_value.begin(), of_value.end());
    ends_.push_back(static_cast<std::uint32_t>(from_.size()));
  }
}

template <class T>
void LaggingPairs::look(std::span<const T> list, std::uint64_t first) {
  order_by_popularity(list.subspan(first - lag_ - std::min(reach_, kShortly), std::min(reach_, kShortly)));
  const std::uint64_t ahead = first - looked_at_;
  if (lag_ != 0 && looked_at_ != 0 && ahead % 8 == 0 && ahead + kCoverHeaps <= kAhead) return;
  looked_at_ = first;
  constexpr std::size_t kCopies = LaggingHeaps::kCopies;
  for (std::size_t value = 0; value < occurs_.size(); ++value)
    if (std::exchange(occurs_[value], 0) != 0)
      std::fill_n(copies_.begin() + static_cast<std::ptrdiff_t>(value * kCopies * copy_), kCopies * copy_, 0);
  const std::uint64_t begin = first - lag_ - reach_;
  const std::span<const T> heaps = list.subspan(begin, std::min<std::uint64_t>(reach_ + kAhead, list.size() - begin));
  for (std::size_t i = 0; i < heaps.size(); ++i) {
    occurs_[heaps[i]] = 1;
    for (std::size_t copy = 0; copy < kCopies; ++copy)
      copies_[(heaps[i] * kCopies + copy) * copy_ + (i + copy) / 8] |= static_cast<std::uint8_t>(1 << (i + copy) % 8);
  }
}

template <class T>
void LaggingPairs::order_by_popularity(std::span<const T> heaps) {
  std::ranges::fill(counts_, 0);
  for (const T value : heaps) ++counts_[value];
  order_.resize(counts_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::erase_if(order_, [&](Grundy value) { return counts_[value] == 0; });
  std::ranges::sort(order_, std::greater<>(), [&](Grundy value) { return counts_[value]; });
  std::size_t popular = 0;
  for (std::size_t counted = 0; static_cast<double>(counted) < kPopular * static_cast<double>(heaps.size()); ++popular)
    counted += counts_[order_[popular]];
  order_.resize(popular);
}

template void LaggingPairs::look(std::span<const std::uint8_t>, std::uint64_t);
template void LaggingPairs::look(std::span<const std::uint16_t>, std::uint64_t);
template void LaggingPairs::look(std::span<const std::uint32_t>, std::uint64_t);

}  // namespace bouton
