// What the batch interpreter makes of the options that a LaneMachine names: for a row of positions (RowSink), for one
// position (CellSink), or the results of a predicate. Included once for each SIMD target.

#if defined(BOUTON_BATCH_SINKS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_BATCH_SINKS_INL_H_
#undef BOUTON_BATCH_SINKS_INL_H_
#else
#define BOUTON_BATCH_SINKS_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/program/integer_arithmetic.h"
#include "engine/program/trap.h"
#include "engine/table/batch/lane_values-inl.h"
#include "engine/values/table.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

inline constexpr std::uint32_t kNone = 0xFFFFFFF0;  ///< greater than any value

/// What the options of a chunk of positions have shown so far. Cells hold, while solving: outcomes as 0 for P and 1 for
/// N; remotenesses as 2 r, and 1 more for N; Grundy values.
struct Found {
  alignas(64) std::uint32_t any[kMostLanes];
  alignas(64) std::uint32_t won[kMostLanes];         ///< outcome: there is an option to P
  alignas(64) std::uint32_t least_p[kMostLanes];     ///< remoteness: of the options that are P
  alignas(64) std::uint32_t greatest_n[kMostLanes];  ///< remoteness: of those that are N; 0: none
  /// Grundy: the values of options by bits, 32 a word, `words` words a lane; neighbouring lanes side by side.
  std::vector<std::uint32_t> used;
  std::vector<std::uint32_t> own;  ///< Grundy: the same of the one position that a cell program runs for
  std::size_t words = 1;
  std::size_t loaded_words = 1;  ///< Grundy: words that hold all values of positions solved before the row
  bool own_used = false;
  /// Outcome: whether it matters that a position has options at all, if none leads to P.
  bool any_matters = false;
  bool all_any = false;             ///< each has one
  std::vector<std::uint8_t> has_p;  ///< outcome: whether a P-position is among so many neighbouring cells, by block
  static constexpr std::size_t kBlock = 64;
  std::uint64_t ticks = 0;  ///< work done for options, in the units of LaneValues

  static constexpr std::size_t kStride = kMostLanes + 16;  ///< from word to word of a lane

  void clear(ValueKind kind, std::size_t lanes) {
    std::fill_n(any, lanes, 0U);
    all_any = false;
    switch (kind) {
      case ValueKind::outcome: std::fill_n(won, lanes, 0U); break;
      case ValueKind::remoteness:
        std::fill_n(least_p, lanes, kNone);
        std::fill_n(greatest_n, lanes, 0U);
        break;
      case ValueKind::grundy:
        ticks += words * lanes;
        for (std::size_t w = 0; w < words; ++w) std::fill_n(used.data() + w * kStride, lanes, 0U);
        break;
      case ValueKind::suspense:
      case ValueKind::longest: break;  // not asked of kernels
    }
  }

  /// The least value that is not used.
  std::uint32_t mex(std::size_t lane) const {
    for (std::size_t w = 0;; ++w) {
      const std::uint32_t word = used[w * kStride + lane] | (own_used ? own[w] : 0U);
      if (word != ~std::uint32_t{0})
        return static_cast<std::uint32_t>(32 * w) + static_cast<std::uint32_t>(__builtin_ctz(~word));
    }
  }
};

/// The cells that neighbouring lanes load where these are neighbours too.
struct SideBySide {
  const std::uint32_t* HWY_RESTRICT start;
  std::uint32_t operator()(std::size_t lane) const { return start[lane]; }
};

template <class T, ValueKind kKind>
struct RowSink {
  const std::uint32_t* cells;
  Found& found;
  bool check_valid;
  bool stop_early;
  std::size_t lanes = 0;
  unsigned since_check = 0, since_any = 0;

  bool done() {
    if (kKind != ValueKind::outcome || !stop_early || ++since_check % 8 != 0) return false;
    std::uint32_t all = 1;
    for (std::size_t i = 0; i < lanes; ++i) all &= found.won[i];
    return all != 0;
  }
  void result(const T*, std::size_t, const T*) {}
  void single(std::int64_t, int) {}
  void pushed(const T*, std::size_t, int) {}

  bool takes_lanes() const { return !check_valid; }
  bool prunes() {
    if (kKind != ValueKind::outcome || !stop_early) return false;
    if (!found.any_matters || found.all_any || ++since_any % 8 != 0) return true;
    std::uint32_t all = 1;
    for (std::size_t i = 0; i < lanes; ++i) all &= found.any[i];
    found.all_any = all != 0;
    return true;
  }
  bool may_matter(std::int64_t index, std::int64_t delta, std::size_t from, std::size_t to) const {
    if (delta != 1 || (found.any_matters && !found.all_any)) return true;
    const std::size_t last = (static_cast<std::size_t>(index) + to - 1) / Found::kBlock;
    for (std::size_t block = (static_cast<std::size_t>(index) + from) / Found::kBlock; block <= last; ++block)
      if (found.has_p[block] != 0) return true;
    return false;
  }
  /// An option matters where it is P and the lane not won, or where it is the first that is known.
  bool hopeful(std::int64_t index, std::int64_t delta, std::size_t from, std::size_t to, const T* HWY_RESTRICT mask,
               T* HWY_RESTRICT out) const {
    const std::uint32_t* HWY_RESTRICT any = found.any;
    const std::uint32_t ask = found.any_matters ? 1U : 0U;
    const std::uint32_t* HWY_RESTRICT won = found.won;
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    std::uint32_t all = 0;
    const auto look = [&](auto load) {
      if (mask == nullptr) {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t hope = ((load(i) ^ 1U) & (won[i] ^ 1U)) | (ask & (any[i] ^ 1U));
          out[i] = static_cast<T>(hope);
          all |= hope;
        }
      } else {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t hope =
              (((load(i) ^ 1U) & (won[i] ^ 1U)) | (ask & (any[i] ^ 1U))) & static_cast<std::uint32_t>(mask[i]);
          out[i] = static_cast<T>(hope);
          all |= hope;
        }
      }
    };
    if (delta == 1) look([=](std::size_t i) { return start[i]; });
    else look([=](std::size_t i) { return start[static_cast<std::int64_t>(i) * delta]; });
    return all != 0;
  }

  /// kSide: neighbouring lanes are loaded from neighbouring cells, or all from one.
  template <bool kSide, class Load>
  void merge(const Chosen<T>& lanes, int line, Load load) {
    if (check_valid)
      lanes.for_each([&](std::size_t i) {
        if (load(i) == Table::kInvalid) throw Trap{Trap::Cause::outside, line};
      });
    const std::size_t from = lanes.from, to = lanes.to;
    const T* HWY_RESTRICT mask = lanes.lanes;
    // Measured: remotenesses that do not lie side by side are entered lane by lane.
    if (kKind != ValueKind::grundy)
      found.ticks += (kSide || kKind == ValueKind::outcome ? kLaneTicks : kCellTicks / 2) * (to - from);
    if constexpr (kKind == ValueKind::outcome) {
      std::uint32_t* HWY_RESTRICT won = found.won;
      std::uint32_t* HWY_RESTRICT any = found.any;
      if (mask == nullptr) {
        for (std::size_t i = from; i < to; ++i) {
          won[i] |= load(i) ^ 1U;
          any[i] = 1;
        }
      } else {
        for (std::size_t i = from; i < to; ++i) {
          const auto active = static_cast<std::uint32_t>(mask[i]);
          won[i] |= (load(i) ^ 1U) & active;
          any[i] |= active;
        }
      }
    } else if constexpr (kKind == ValueKind::remoteness) {
      std::uint32_t* HWY_RESTRICT least_p = found.least_p;
      std::uint32_t* HWY_RESTRICT greatest_n = found.greatest_n;
      if (mask == nullptr) {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t code = load(i);
          const std::uint32_t n = 0U - (code & 1U);
          least_p[i] = std::min(least_p[i], code | (n & kNone));
          greatest_n[i] = std::max(greatest_n[i], code & n);
        }
      } else {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t code = load(i);
          const std::uint32_t active = 0U - static_cast<std::uint32_t>(mask[i]);
          const std::uint32_t n = 0U - (code & 1U);
          least_p[i] = std::min(least_p[i], code | ((n | ~active) & kNone));
          greatest_n[i] = std::max(greatest_n[i], code & n & active);
        }
      }
    } else {
      std::uint32_t* HWY_RESTRICT used = found.used.data();
      if constexpr (kSide) {
        if (is_dense(lanes)) {
          found.ticks += 2 * (to - from) * (found.loaded_words + 1);
          enter_lines(load.start, lanes);
          return;
        }
      }
      found.ticks += kCellTicks * chosen_of(lanes);
      if (found.words == 1 && lanes.lanes == nullptr) {
        for (std::size_t i = from; i < to; ++i) used[i] |= std::uint32_t{1} << (load(i) & 31U);
      } else {
        each(lanes, [&](std::size_t i) {
          const std::uint32_t value = load(i);
          used[(value >> 5U) * Found::kStride + i] |= std::uint32_t{1} << (value & 31U);
        });
      }
    }
  }

  /// Sets the bits of all lanes from side to side, whether chosen or not, word by word.
  void enter_lines(const std::uint32_t* HWY_RESTRICT load, const Chosen<T>& lanes) {
    std::uint32_t* HWY_RESTRICT used = found.used.data();
    std::size_t i = lanes.from;
#if HWY_TARGET != HWY_SCALAR
    const auto words = static_cast<std::uint32_t>(found.loaded_words);
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (sizeof(T) == 4) {
      const hn::ScalableTag<std::uint32_t> d;
      const auto one = hn::Set(d, 1U), low = hn::Set(d, 31U);
      for (; i + hn::Lanes(d) <= lanes.to; i += hn::Lanes(d)) {
        const auto value = hn::LoadU(d, load + i);
        const auto chosen =
            lanes.lanes == nullptr ? one : hn::LoadU(d, reinterpret_cast<const std::uint32_t*>(lanes.lanes) + i);
        const auto bit = hn::Shl(chosen, hn::And(value, low));
        const auto word = hn::ShiftRight<5>(value);
        std::uint32_t* out = used + i;
        for (std::uint32_t w = 0; w < words; ++w, out += Found::kStride)
          hn::StoreU(hn::Or(hn::LoadU(d, out), hn::IfThenElseZero(hn::Eq(word, hn::Set(d, w)), bit)), d, out);
      }
    }
#endif
    for (; i < lanes.to; ++i) {
      const std::uint32_t value = load[i];
      // What a lane that is not chosen loads may be no value at all.
      if (lanes.lanes == nullptr || lanes.lanes[i] != 0) used[(value >> 5U) * Found::kStride + i] |= 1U << (value & 31U);
    }
  }

  template <class F>
  static void each(const Chosen<T>& lanes, F f) {
    if (lanes.lanes == nullptr) {
      lanes.for_each(f);
      return;
    }
    std::uint64_t bits[kMostLanes / 64 + 1];
    const std::size_t n = lanes.to - lanes.from;
    mask_bits(lanes.lanes + lanes.from, n, bits);
    for (std::size_t w = 0; 64 * w < n; ++w)
      for (std::uint64_t open = bits[w]; open != 0; open &= open - 1)
        f(lanes.from + 64 * w + static_cast<std::size_t>(__builtin_ctzll(open)));
  }

  /// Whether it pays to look at all lanes once for each word, chosen or not: measured, a lane takes a ninth of a cycle and
  /// another for each word, one that is looked at by itself three.
  bool is_dense(const Chosen<T>& lanes) const {
    return 27 * chosen_of(lanes) >= (lanes.to - lanes.from) * (found.loaded_words + 1);
  }
  static std::uint32_t chosen_of(const Chosen<T>& lanes) {
    if (lanes.lanes == nullptr) return static_cast<std::uint32_t>(lanes.to - lanes.from);
    std::uint32_t chosen = 0;
    for (std::size_t i = lanes.from; i < lanes.to; ++i) chosen += static_cast<std::uint32_t>(lanes.lanes[i]);
    return chosen;
  }

  void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    if (delta == 1) merge<true>(lanes, line, SideBySide{start});
    else if (delta == 0) {
      const std::uint32_t same = start[0];
      merge<false>(lanes, line, [=](std::size_t) { return same; });
    } else {
      found.ticks += kCellTicks / 2 * (lanes.to - lanes.from);
      merge<false>(lanes, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(i) * delta]; });
    }
  }
  /// Each of the lanes leads to cell base + to[lane] * stride; what those that take no part hold does not matter.
  void gather_along(std::int64_t base, std::int64_t stride, const T* HWY_RESTRICT to, const Chosen<T>& lanes, int line) {
    found.ticks += kCellTicks / 2 * (lanes.to - lanes.from);
    std::uint32_t values[kMostLanes];
    const T* HWY_RESTRICT mask = lanes.lanes;
    const std::uint32_t* HWY_RESTRICT from = cells;
    if (mask == nullptr) {
      for (std::size_t i = lanes.from; i < lanes.to; ++i) values[i] = from[base + static_cast<std::int64_t>(to[i]) * stride];
    } else {
      for (std::size_t i = lanes.from; i < lanes.to; ++i) {
        const std::int64_t index = wrapping_add(base, wrapping_mul(static_cast<std::int64_t>(to[i]), stride));
        values[i] = from[index & -static_cast<std::int64_t>(mask[i])];
      }
    }
    merge<true>(lanes, line, SideBySide{values});
  }
  void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line) {
    std::uint32_t values[kMostLanes];
    found.ticks += kCellTicks / 2 * (lanes.to - lanes.from);
    for (std::size_t i = lanes.from; i < lanes.to; ++i) values[i] = cells[indexes[i]];
    merge<true>(lanes, line, SideBySide{values});
  }
};

/// The same for the options of the one position `lane`.
template <class T, ValueKind kKind>
struct CellSink {
  const std::uint32_t* cells;
  Found& found;
  bool check_valid;
  bool stop_early;
  std::size_t lane = 0;

  bool done() const { return kKind == ValueKind::outcome && stop_early && found.won[lane] != 0; }
  void result(const T*, std::size_t, const T*) {}
  void pushed(const T*, std::size_t, int) {}
  void single(std::int64_t index, int line) {
    Chosen<T> one;
    one.to = 1;
    merge(one, line, [=, this](std::size_t) { return cells[index]; });
  }

  template <class Load>
  void merge(const Chosen<T>& lanes, int line, Load load) {
    if (check_valid)
      lanes.for_each([&](std::size_t i) {
        if (load(i) == Table::kInvalid) throw Trap{Trap::Cause::outside, line};
      });
    const std::size_t from = lanes.from, to = lanes.to;
    const T* HWY_RESTRICT mask = lanes.lanes;
    if (from < to) found.any[lane] = 1;
    if (kKind != ValueKind::grundy) found.ticks += kLaneTicks * (to - from);
    if constexpr (kKind == ValueKind::outcome) {
      std::uint32_t won = 0;
      if (mask == nullptr) {
        for (std::size_t i = from; i < to; ++i) won |= load(i) ^ 1U;
      } else {
        for (std::size_t i = from; i < to; ++i) won |= (load(i) ^ 1U) & static_cast<std::uint32_t>(mask[i]);
      }
      found.won[lane] |= won & 1U;
    } else if constexpr (kKind == ValueKind::remoteness) {
      std::uint32_t least_p = found.least_p[lane];
      std::uint32_t greatest_n = found.greatest_n[lane];
      if (mask == nullptr) {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t code = load(i);
          const std::uint32_t n = 0U - (code & 1U);
          least_p = std::min(least_p, code | (n & kNone));
          greatest_n = std::max(greatest_n, code & n);
        }
      } else {
        for (std::size_t i = from; i < to; ++i) {
          const std::uint32_t code = load(i);
          const std::uint32_t active = 0U - static_cast<std::uint32_t>(mask[i]);
          const std::uint32_t n = 0U - (code & 1U);
          least_p = std::min(least_p, code | ((n | ~active) & kNone));
          greatest_n = std::max(greatest_n, code & n & active);
        }
      }
      found.least_p[lane] = least_p;
      found.greatest_n[lane] = greatest_n;
    } else {
      std::uint32_t* HWY_RESTRICT used = found.own.data();
      found.ticks += kCellTicks * lanes.count();
      lanes.for_each([&](std::size_t i) {
        const std::uint32_t value = load(i);
        used[value >> 5U] |= std::uint32_t{1} << (value & 31U);
      });
    }
  }

  void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    if (delta == -1) merge(lanes, line, [=](std::size_t i) { return *(start - i); });
    else if (delta == 1) merge(lanes, line, [=](std::size_t i) { return start[i]; });
    else {
      found.ticks += kCellTicks / 2 * (lanes.to - lanes.from);
      merge(lanes, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(i) * delta]; });
    }
  }
  void listed(std::int64_t index, std::int64_t delta, const std::uint16_t* lanes, std::size_t n, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    Chosen<T> all;
    all.to = n;
    merge(all, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(lanes[i]) * delta]; });
  }
  void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells;
    found.ticks += kCellTicks / 2 * (lanes.to - lanes.from);
    merge(lanes, line, [=](std::size_t i) { return start[indexes[i]]; });
  }
};

/// One solved position as an option of positions after it in its row, from lane `first` on.
template <class T, ValueKind kKind>
struct PushSink {
  Found& found;
  std::uint32_t code = 0;  ///< its cell
  std::size_t first = 0;

  static bool done() { return false; }
  void result(const T*, std::size_t, const T*) {}
  static void single(std::int64_t, int) {}
  static void linear(std::int64_t, std::int64_t, const Chosen<T>&, int) {}
  static void listed(std::int64_t, std::int64_t, const std::uint16_t*, std::size_t, int) {}
  static void gather(const std::int64_t*, const Chosen<T>&, int) {}

  /// Leaves out lanes before and after those that it can change anything for; returns where these end. They begin at `first`.
  std::size_t narrow(std::size_t lanes) {
    if (kKind == ValueKind::grundy || code == Table::kInvalid) return lanes;
    if constexpr (kKind == ValueKind::remoteness) {
      const std::uint32_t* HWY_RESTRICT least_p = found.least_p;
      const std::uint32_t* HWY_RESTRICT greatest_n = found.greatest_n;
      // Who has an option to P does not mind those to N.
      if (code % 2 == 0) return narrow_to(lanes, [=, this](std::size_t i) { return code < least_p[i]; });
      return narrow_to(lanes, [=, this](std::size_t i) { return (least_p[i] == kNone) & (greatest_n[i] < code); });
    } else {
      if (code != 0 && !found.any_matters) return first;
      const std::uint32_t any_matters = found.any_matters ? 1U : 0U, is_p = code == 0 ? 1U : 0U;
      return narrow_to(
          lanes, [=, this](std::size_t i) { return (((any_matters & ~found.any[i]) | (is_p & ~found.won[i])) & 1U) != 0; });
    }
  }
  template <class Open>
  std::size_t narrow_to(std::size_t lanes, Open open) {
    found.ticks += kLaneTicks / 2 * (lanes - first);
    std::uint32_t some = 0;
    for (std::size_t i = first; i < lanes; ++i) some |= static_cast<std::uint32_t>(open(i));
    if (some == 0) return first;
    while (!open(first)) ++first;
    while (!open(lanes - 1)) --lanes;
    return lanes;
  }

  void pushed(const T* HWY_RESTRICT mask, std::size_t n, int line) {
    if (code == Table::kInvalid) {
      for (std::size_t i = 0; i < n; ++i)
        if (mask == nullptr || mask[i] != 0) throw Trap{Trap::Cause::outside, line};
      return;
    }
    found.ticks += kLaneTicks * n;
    if constexpr (kKind == ValueKind::outcome) {
      enter(found.any + first, 1U, mask, n, [](std::uint32_t a, std::uint32_t b) { return a | b; });
      if (code == 0) enter(found.won + first, 1U, mask, n, [](std::uint32_t a, std::uint32_t b) { return a | b; });
    } else if constexpr (kKind == ValueKind::remoteness) {
      if (code % 2 == 0) {
        // The complement turns the least into the greatest, so that 0 says nothing.
        enter(found.least_p + first, ~code, mask, n, [](std::uint32_t a, std::uint32_t b) { return std::min(a, ~b); });
      } else {
        enter(found.greatest_n + first, code, mask, n, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
      }
    } else {
      enter(found.used.data() + (code >> 5U) * Found::kStride + first, std::uint32_t{1} << (code & 31U), mask, n,
            [](std::uint32_t a, std::uint32_t b) { return a | b; });
    }
  }

 private:
  template <class Join>
  static void enter(std::uint32_t* HWY_RESTRICT out, std::uint32_t what, const T* HWY_RESTRICT mask, std::size_t n, Join join) {
    if (mask == nullptr) {
      for (std::size_t i = 0; i < n; ++i) out[i] = join(out[i], what);
    } else {
      for (std::size_t i = 0; i < n; ++i) out[i] = join(out[i], what & (0U - static_cast<std::uint32_t>(mask[i])));
    }
  }
};

/// Takes the result of a predicate.
template <class T>
struct PredicateSink {
  T* values;
  static bool done() { return false; }
  void result(const T* result, std::size_t n, const T* mask) {
    for (std::size_t i = 0; i < n; ++i)
      if (mask == nullptr || mask[i] != 0) values[i] = static_cast<T>(result[i] != 0);
  }
  static void single(std::int64_t, int) {}
  static void linear(std::int64_t, std::int64_t, const Chosen<T>&, int) {}
  static void gather(const std::int64_t*, const Chosen<T>&, int) {}
  static void gather_along(std::int64_t, std::int64_t, const T*, const Chosen<T>&, int) {}
  static void pushed(const T*, std::size_t, int) {}
  static bool takes_lanes() { return false; }
  static bool prunes() { return false; }
  static bool may_matter(std::int64_t, std::int64_t, std::size_t, std::size_t) { return true; }
  static bool hopeful(std::int64_t, std::int64_t, std::size_t, std::size_t, const T*, T*) { return true; }
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
