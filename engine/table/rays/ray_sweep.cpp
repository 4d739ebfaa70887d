#include "engine/table/rays/ray_sweep.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/rays/ray_sweep.cpp"
// Targets between those left add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>
#include <bit>
#include <limits>

#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t kFull = ~std::uint64_t{0};
using Words = hn::CappedTag<std::uint64_t, 8>;

#undef BOUTON_WORD_BY_WORD
#if HWY_TARGET == HWY_SCALAR || HWY_MAX_BYTES < 32 || HWY_HAVE_SCALABLE
#define BOUTON_WORD_BY_WORD 1
#else
#define BOUTON_WORD_BY_WORD 0
/// A bit for each word of the vector that is not full.
HWY_INLINE unsigned open_words(hn::Vec<Words> used) {
#if HWY_TARGET == HWY_AVX2
  const __m256i full = _mm256_cmpeq_epi64(used.raw, _mm256_set1_epi64x(-1));
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(full))) ^ 0xFU;
#else
  const Words d;
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Ne(used, hn::Set(d, kFull)), bits);
  return bits[0];
#endif
}
#endif

/// The first word from `word` on that is not full in the union of the lines; may be past the end.
template <std::size_t kLines>
HWY_INLINE std::size_t first_not_full(std::uint64_t* const* lines, std::size_t word, std::size_t words) {
#if BOUTON_WORD_BY_WORD
  for (; word < words; ++word) {
    std::uint64_t used = lines[0][word];
    for (std::size_t l = 1; l < kLines; ++l) used |= lines[l][word];
    if (used != kFull) break;
  }
  return word;
#else
  const Words d;
  const std::size_t n = hn::Lanes(d);
  const auto at = [&](std::size_t w) HWY_ATTR {
    auto used = hn::LoadU(d, lines[0] + w);
    for (std::size_t l = 1; l < kLines; ++l) used = hn::Or(used, hn::LoadU(d, lines[l] + w));
    return open_words(used);
  };
  // How far the answer is cannot be foretold, and a wrong guess costs more than some words too many: half of the
  // answers are in the first round of 8, most others in the second, of 16.
  unsigned open = at(word);
  for (std::size_t i = n; i < 8; i += n) open |= at(word + i) << i;
  if (open != 0) return word + static_cast<std::size_t>(std::countr_zero(open));
  for (word += 8; word < words; word += 16) {
    for (std::size_t i = 0; i < 16; i += n) open |= at(word + i) << i;
    if (open != 0) return word + static_cast<std::size_t>(std::countr_zero(open));
  }
  return words;
#endif
}

template <std::size_t kLines, bool kCyclic>
class Sweep {
 public:
  explicit Sweep(const SweepGroup& group) : g_(group), words_(group.words) {
    for (std::size_t l = 0; l < kLines; ++l) {
      // The rows of a group are cut by the same direction in the same way.
      slope_[l] = kCyclic && group.maps[0][l].kind == RowMap::Kind::cyclic ? 1 : group.maps[0][l].slope;
      slope_words_[l] = slope_[l] * static_cast<std::int64_t>(words_);
      period_[l] = group.maps[0][l].period;
    }
  }

  bool run() {
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    std::int64_t all_from = std::numeric_limits<std::int64_t>::min(), all_to = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < g_.rows; ++i) {
      all_from = std::max(all_from, g_.left[i]);
      all_to = std::min(all_to, g_.right[i]);
      if (g_.left[i] >= g_.right[i]) continue;
      first = std::min(first, g_.left[i]);
      last = std::max(last, g_.right[i]);
    }
    if (first >= last) return true;
    if (g_.rows < kSweepRows || all_from >= all_to) return one_by_one(first, last);
    return one_by_one(first, all_from) && together(all_from, all_to) && one_by_one(all_to, last);
  }

 private:
  /// The lines through a cell.
  struct Place {
    std::uint64_t* used[kLines];
    std::uint32_t* open[kLines];
    std::int64_t left[kLines];  ///< columns until a cyclic map begins again
  };

  void find(Place& place, std::size_t row, std::int64_t column) const {
    for (std::size_t l = 0; l < kLines; ++l) {
      const RowMap& map = g_.maps[row][l];
      const std::size_t line = map(column);
      place.used[l] = g_.bits[l] + line * words_;
      place.open[l] = g_.first_open[l] + line;
      place.left[l] = std::numeric_limits<std::int64_t>::max();
      if (map.kind == RowMap::Kind::cyclic) place.left[l] = map.period - (static_cast<std::int64_t>(line) - map.base);
    }
  }
  /// One column on.
  HWY_INLINE void advance(Place& place) const {
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kLines; ++l) {
      place.used[l] += slope_words_[l];
      place.open[l] += slope_[l];
      if (kCyclic && --place.left[l] == 0) {
        place.used[l] -= period_[l] * static_cast<std::int64_t>(words_);
        place.open[l] -= period_[l];
        place.left[l] = period_[l];
      }
    }
  }

  /// The value of the cell on these lines, or words * 64.
  HWY_INLINE std::uint32_t value(const Place& place) const {
    std::uint32_t start = 0;
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kLines; ++l) start = std::max(start, *place.open[l]);
    const std::size_t word = first_not_full<kLines>(place.used, start, words_);
    if (HWY_UNLIKELY(word >= words_)) return static_cast<std::uint32_t>(words_ * 64);
    std::uint64_t used = place.used[0][word];
#pragma GCC unroll 8
    for (std::size_t l = 1; l < kLines; ++l) used |= place.used[l][word];
    return static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_one(used)));
  }

  HWY_INLINE void insert(const Place& place, std::uint32_t value) const {
    const std::uint32_t word = value >> 6U;
    const std::uint64_t bit = std::uint64_t{1} << (value & 63U);
#pragma GCC unroll 8
    for (std::size_t l = 0; l < kLines; ++l) {
      std::uint64_t* const set = place.used[l];
      const std::uint64_t used = set[word] |= bit;
      if (HWY_UNLIKELY(used == kFull) && *place.open[l] == word) {
        std::uint32_t open = word + 1;
        while (open < words_ && set[open] == kFull) ++open;
        *place.open[l] = open;
      }
    }
  }

  bool one_by_one(std::int64_t from, std::int64_t to) const {
    const auto none = static_cast<std::uint32_t>(words_ * 64);
    for (std::int64_t at = from; at < to; ++at)
      for (std::size_t i = 0; i < g_.rows; ++i) {
        if (at < g_.left[i] || at >= g_.right[i]) continue;
        Place place;
        find(place, i, at - g_.behind[i]);
        const std::uint32_t found = value(place);
        if (found == none) return false;
        g_.cells[i][at] = found;
        insert(place, found);
      }
    return true;
  }

  bool together(std::int64_t from, std::int64_t to) const {
    const auto none = static_cast<std::uint32_t>(words_ * 64);
    Place places[kSweepRows];
    for (std::size_t i = 0; i < kSweepRows; ++i) find(places[i], i, from - g_.behind[i]);
    std::uint32_t values[kSweepRows] = {};
    for (std::int64_t at = from; at < to; ++at) {
      if (!kCyclic) {
        // Lines are met by the top row first. What it will look at is near its present value.
        const std::uint32_t word = values[0] >> 6U;
        for (std::size_t l = 0; l < kLines; ++l) {
          const std::uint64_t* next = places[0].used[l] + 2 * slope_words_[l] + word;
          hwy::Prefetch(next - 8);
          hwy::Prefetch(next);
        }
      }
      std::uint32_t greatest = 0;
      for (std::size_t i = 0; i < kSweepRows; ++i) {
        values[i] = value(places[i]);
        greatest = std::max(greatest, values[i]);
      }
      if (HWY_UNLIKELY(greatest == none)) return false;
      for (std::size_t i = 0; i < kSweepRows; ++i) {
        g_.cells[i][at] = values[i];
        insert(places[i], values[i]);
        advance(places[i]);
      }
    }
    return true;
  }

  const SweepGroup& g_;
  const std::size_t words_;
  std::int64_t slope_[kLines], slope_words_[kLines], period_[kLines];
};

template <std::size_t kLines>
bool sweep_lines(const SweepGroup& group) {
  bool cyclic = false;
  for (std::size_t l = 0; l < kLines; ++l) cyclic = cyclic || group.maps[0][l].kind == RowMap::Kind::cyclic;
  return cyclic ? Sweep<kLines, true>(group).run() : Sweep<kLines, false>(group).run();
}

bool SweepOf(const SweepGroup& group) {
  switch (group.lines) {
    case 1: return sweep_lines<1>(group);
    case 2: return sweep_lines<2>(group);
    case 3: return sweep_lines<3>(group);
    case 4: return sweep_lines<4>(group);
    case 5: return sweep_lines<5>(group);
    case 6: return sweep_lines<6>(group);
    case 7: return sweep_lines<7>(group);
    default: return sweep_lines<8>(group);
  }
}

std::uint32_t LeastUnused(const std::uint64_t* const* lines, std::size_t count, std::size_t word, std::size_t words,
                          const std::uint32_t* extra, std::size_t extras) {
  const Words d;
  const auto full = hn::Set(d, kFull);
  while (word < words) {
    auto used = hn::Zero(d);
    for (std::size_t l = 0; l < count; ++l) used = hn::Or(used, hn::LoadU(d, lines[l] + word));
    const auto open = hn::Ne(used, full);
    if (hn::AllFalse(d, open)) {
      word += hn::Lanes(d);
      continue;
    }
    word += hn::FindKnownFirstTrue(d, open);
    if (word >= words) break;
    std::uint64_t taken = 0;
    for (std::size_t l = 0; l < count; ++l) taken |= lines[l][word];
    for (std::size_t i = 0; i < extras; ++i)
      if (extra[i] >> 6U == word) taken |= std::uint64_t{1} << (extra[i] & 63U);
    if (taken != kFull) return static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_one(taken)));
    ++word;
  }
  return static_cast<std::uint32_t>(words * 64);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {
HWY_EXPORT(SweepOf);
HWY_EXPORT(LeastUnused);
}  // namespace

bool sweep(const SweepGroup& group) { return HWY_DYNAMIC_DISPATCH(SweepOf)(group); }

std::uint32_t least_unused(const std::uint64_t* const* lines, std::size_t count, std::size_t word, std::size_t words,
                           const std::uint32_t* extra, std::size_t extras) {
  return HWY_DYNAMIC_DISPATCH(LeastUnused)(lines, count, word, words, extra, extras);
}

}  // namespace bouton
#endif
