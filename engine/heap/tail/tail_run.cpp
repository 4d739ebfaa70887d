#include "engine/heap/tail/tail_run.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/heap/values/pair_kernels.h"

namespace bouton {
namespace {

/// Heaps that the planes reach back, and heaps between two moves of them to the front.
constexpr std::size_t kPlaneReach = 4096;
constexpr std::size_t kPlaneChunk = 8192;
constexpr std::size_t kStride = (kPlaneReach + kPlaneChunk) / 8 + 64;
static_assert(kPlaneReach + kTailBlock <= TailRules::kLeastReach);
/// The same for the values themselves.
constexpr std::size_t kHeapChunk = std::size_t{1} << 15;
/// Heaps from which the pairs are chosen, and pairs for each value.
constexpr std::size_t kTrained = 1024;
constexpr std::size_t kMostPairs = 192;
/// Pairs are chosen anew where more than one heap in so many is searched by itself, after so many heaps at the earliest.
constexpr std::uint64_t kFewSearched = 64;
constexpr std::uint64_t kListedHeaps = std::uint64_t{1} << 22;
/// Adds up to no reduced value with another one.
constexpr std::uint8_t kNoSum = 0x80;

std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, 8);
  return word;
}

}  // namespace

TailRun::TailRun(const TailRules& rules, const TailWindow& window) : rules_(rules) {
  unsigned limit = 16;
  const auto fit = [&](std::uint8_t value) { limit = std::max(limit, std::bit_ceil(rules.reduced(value) + 1U)); };
  std::ranges::for_each(rules.first(), fit);
  std::ranges::for_each(window.values, fit);
  for (std::uint64_t heap = 1; heap <= rules.reach(); ++heap)
    small_.push_back(static_cast<std::uint8_t>(rules.reduced(rules.first()[heap]) | (rules.is_rare(heap) ? kNoSum : 0)));
  begin(window, limit);
}

/// Makes all that depends on the limit and on where blocks begin.
void TailRun::begin(const TailWindow& window, unsigned limit) {
  limit_ = limit;
  end_ = window.heap;
  heaps_.assign(window.values.size() + kTailBlock + kHeapChunk, 0);
  at_ = kTailBlock + window.values.size();
  latest_ = 0;
  std::ranges::transform(window.values, heaps_.begin() + kTailBlock, [&](std::uint8_t value) { return rules_.reduced(value); });
  planes_.assign(limit_ * kStride, 0);
  for (std::size_t back = kPlaneReach; back > 0; back -= kTailBlock)
    write_planes(heaps_.data() + at_ - back, limit_, planes_.data() + (kPlaneReach - back) / 8, kStride);
  plane_at_ = kPlaneReach / 8;
  for (unsigned value = 0; value < limit_; ++value) {
    // A rare value that reduces to the same is less where the common one has the bit that is left out.
    const auto reduced = static_cast<std::uint8_t>(value);
    const auto has_bit = [&](std::uint64_t heap) {
      return rules_.common_value(reduced, heap) > rules_.common_value(reduced, heap + 1);
    };
    const std::uint8_t with = rules_.common_value(reduced, end_);
    const std::uint8_t lowest = static_cast<std::uint8_t>(rules_.classes().mask & (~rules_.classes().mask + 1));
    if (!rules_.classes().with_size) own_[value] = (with & lowest) != 0 ? 0xFF : 0;
    else own_[value] = has_bit(end_) ? 0x55 : 0xAA;
  }
  list_shifts();
  list_pairs();
}

void TailRun::list_shifts() {
  std::vector<TailShift> all;
  for (std::uint64_t heap = 1; heap <= rules_.reach(); ++heap)
    if (rules_.is_rare(heap))
      for (const std::uint64_t k : rules_.moves().two)
        all.push_back({static_cast<std::uint32_t>(heap + k), rules_.reduced(rules_.first()[heap])});
  // A move that leaves one heap of the other parity takes a value that is rare where parity counts: it excludes no common one.
  for (const std::uint64_t k : rules_.moves().one)
    if (!rules_.classes().with_size || k % 2 == 0) all.push_back({static_cast<std::uint32_t>(k), 0});
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  shifts_ = {};
  for (const TailShift& shift : all)
    (shift.distance < TailShifts::kMiddle ? shifts_.near
     : shift.distance < kTailGroup        ? shifts_.middle
                                          : shifts_.far)
        .push_back(shift);
}

/// Pairs whose larger heap is whole bytes away in the planes, chosen by what they cover of the latest heaps.
void TailRun::list_pairs() {
  listed_at_ = end_;
  searched_ = 0;
  std::vector<TailShift> candidates;
  for (const std::uint64_t k : rules_.moves().two)
    for (std::uint64_t heap = 1; heap + k <= kPlaneReach - kTrained; ++heap)
      if (!rules_.is_rare(heap) && (heap + k) % 8 == 0)
        candidates.push_back({static_cast<std::uint32_t>(heap + k), small_[heap - 1]});
  pairs_ = {};
  for (unsigned target = 0; target < limit_; ++target) {
    list_pairs_of(static_cast<std::uint8_t>(target), candidates);
    pairs_.ends.push_back(static_cast<std::uint32_t>(pairs_.entries.size()));
  }
}

/// Each time the pair that covers the most heaps which are not covered yet; then the others, those that cover the most first.
void TailRun::list_pairs_of(std::uint8_t target, const std::vector<TailShift>& candidates) {
  constexpr std::size_t kWords = kTrained / 64;
  constexpr std::size_t kAtOnce = 4;  // entries that covers_tail() takes together
  const std::uint8_t* const trained = planes_.data() + plane_at_ - kTrained / 8;
  std::array<std::uint64_t, kWords> open;
  open.fill(~std::uint64_t{0});
  struct Candidate {
    int covered;
    std::int32_t entry;
  };
  const auto count = [&](Candidate& candidate) {
    candidate.covered = 0;
    for (std::size_t i = 0; i < kWords; ++i)
      candidate.covered += std::popcount(open[i] & word_at(trained + candidate.entry + 8 * i));
  };
  const auto more = [](const Candidate& a, const Candidate& b) {
    return a.covered != b.covered ? a.covered > b.covered : a.entry < b.entry;
  };
  std::vector<Candidate> left;
  for (const TailShift& pair : candidates) {
    const unsigned other = pair.added ^ target;
    if (other >= limit_) continue;
    left.push_back({0, static_cast<std::int32_t>(other * kStride) - static_cast<std::int32_t>(pair.distance / 8)});
    count(left.back());
  }
  std::ranges::sort(left, more);
  // A pair covers no more of what is open than it did of more: those that covered less need not be looked at.
  std::size_t chosen = 0;
  for (; chosen < std::min(left.size(), kMostPairs); ++chosen) {
    std::size_t best = chosen;
    int most = 0;
    for (std::size_t i = chosen; i < left.size() && left[i].covered > most; ++i) {
      Candidate now = left[i];
      count(now);
      if (now.covered > most) most = now.covered, best = i;
    }
    if (most == 0) break;
    std::rotate(left.begin() + static_cast<std::ptrdiff_t>(chosen), left.begin() + static_cast<std::ptrdiff_t>(best),
                left.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    for (std::size_t i = 0; i < kWords; ++i) open[i] &= ~word_at(trained + left[chosen].entry + 8 * i);
  }
  for (std::size_t i = 0; i < std::min(left.size(), kMostPairs); ++i) pairs_.entries.push_back(left[i].entry);
  while (pairs_.entries.size() % kAtOnce != 0) pairs_.entries.push_back(pairs_.entries.back());
}

/// Where the next block would not fit, forgets all but what is looked at.
void TailRun::make_room() {
  if (at_ + kTailBlock > heaps_.size()) {
    const std::size_t kept = rules_.window_size() + kTailBlock;
    std::memmove(heaps_.data(), heaps_.data() + at_ - kept, kept);
    at_ = kept;
  }
  if (8 * plane_at_ + kTailBlock > kPlaneReach + kPlaneChunk) {
    for (unsigned value = 0; value < limit_; ++value) {
      std::uint8_t* const plane = planes_.data() + value * kStride;
      std::memmove(plane, plane + plane_at_ - kPlaneReach / 8, kPlaneReach / 8);
    }
    plane_at_ = kPlaneReach / 8;
  }
}

void TailRun::advance() {
  latest_ = 0;
  if (stuck_) return;
  if (end_ >= listed_at_ + kListedHeaps) {
    if (searched_ > (end_ - listed_at_) / kFewSearched) list_pairs();
    listed_at_ = end_;
    searched_ = 0;
  }
  make_room();
  const std::size_t solved = solve_tail(heaps_.data() + at_, kTailBlock / kTailGroup, shifts_, limit_);
  std::fill_n(heaps_.data() + at_ + solved, kTailBlock - solved, kNoSum);
  const std::size_t right = checked(solved);
  at_ += right;
  end_ += right;
  latest_ = right;
  plane_at_ += kTailBlock / 8;
  if (right == kTailBlock) return;
  stuck_ = right < solved || 2 * limit_ > kTailLimit;
  if (stuck_) return;
  begin(window(end_), 2 * limit_);
  latest_ = right;
}

/// How many of the first heaps of the block have witnesses for all rare values below theirs.
std::size_t TailRun::checked(std::size_t found) {
  std::uint8_t* const planes = planes_.data() + plane_at_;
  write_planes(heaps_.data() + at_, limit_, planes, kStride);
  if (covers_tail(planes, kStride, limit_, own_.data(), pairs_, left_.data())) return found;
  for (unsigned target = 0; target < limit_; ++target)
    for (std::size_t word = 0; word < kTailBytes / 8; ++word)
      for (std::uint64_t bits = word_at(left_.data() + target * kTailBytes + 8 * word); bits != 0; bits &= bits - 1) {
        const std::size_t index = 64 * word + static_cast<unsigned>(std::countr_zero(bits));
        ++searched_;
        if (index < found && !has_witness(at_ + index, static_cast<std::uint8_t>(target))) found = index;
      }
  return found;
}

/// Whether some option of heaps_[index], one heap or two of which one is within the reach, is the rare value that reduces to
/// the target.
bool TailRun::has_witness(std::size_t index, std::uint8_t target) const {
  const std::uint8_t* const heap = heaps_.data() + index;
  if (rules_.classes().with_size)
    for (const std::uint64_t k : rules_.moves().one)
      if (k % 2 == 1 && *(heap - k) == target) return true;
  return std::ranges::any_of(rules_.moves().two,
                             [&](std::uint64_t k) { return has_pair(small_.data(), heap - k - 1, small_.size(), target); });
}

TailWindow TailRun::window(std::uint64_t heap) const {
  TailWindow window{heap, {}};
  window.values.reserve(rules_.window_size());
  for (std::uint64_t n = heap - rules_.window_size(); n < heap; ++n) window.values.push_back(value(n));
  return window;
}

bool TailRun::same_state(const TailRun& a, std::uint64_t heap_a, const TailRun& b, std::uint64_t heap_b) {
  const std::size_t size = a.rules_.window_size();
  if (a.rules_.classes().with_size && (heap_a - heap_b) % 2 != 0) return false;
  const auto end_of = [](const TailRun& run, std::uint64_t heap) { return run.heaps_.data() + run.at_ - (run.end_ - heap); };
  return std::memcmp(end_of(a, heap_a) - size, end_of(b, heap_b) - size, size) == 0;
}

}  // namespace bouton
