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
  std::vector<std::uint64_t> used;                   ///< `words` a lane
  std::size_t words = 1;

  void clear(ValueKind kind, std::size_t lanes) {
    std::fill_n(any, lanes, 0U);
    switch (kind) {
      case ValueKind::outcome: std::fill_n(won, lanes, 0U); break;
      case ValueKind::remoteness:
        std::fill_n(least_p, lanes, kNone);
        std::fill_n(greatest_n, lanes, 0U);
        break;
      case ValueKind::grundy: std::fill_n(used.data(), lanes * words, std::uint64_t{0}); break;
    }
  }
};

template <class T, ValueKind kKind>
struct RowSink {
  const std::uint32_t* cells;
  Found& found;
  bool check_valid;
  bool stop_early;
  std::size_t lanes = 0;
  unsigned since_check = 0;

  bool done() {
    if (kKind != ValueKind::outcome || !stop_early || ++since_check % 8 != 0) return false;
    std::uint32_t all = 1;
    for (std::size_t i = 0; i < lanes; ++i) all &= found.won[i];
    return all != 0;
  }
  void result(const T*, std::size_t, const T*) {}
  void single(std::int64_t, int) {}

  template <class Load>
  void merge(const Chosen<T>& lanes, int line, Load load) {
    if (check_valid)
      lanes.for_each([&](std::size_t i) {
        if (load(i) == Table::kInvalid) throw Trap{Trap::Cause::outside, line};
      });
    const std::size_t from = lanes.from, to = lanes.to;
    const T* HWY_RESTRICT mask = lanes.lanes;
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
      std::uint64_t* HWY_RESTRICT used = found.used.data();
      const std::size_t words = found.words;
      if (words == 1) {
        if (mask == nullptr) {
          for (std::size_t i = from; i < to; ++i) used[i] |= std::uint64_t{1} << (load(i) & 63U);
        } else {
          for (std::size_t i = from; i < to; ++i) used[i] |= static_cast<std::uint64_t>(mask[i] & 1) << (load(i) & 63U);
        }
      } else {
        lanes.for_each([&](std::size_t i) {
          const std::uint32_t value = load(i);
          used[i * words + (value >> 6U)] |= std::uint64_t{1} << (value & 63U);
        });
      }
    }
  }

  void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    if (delta == 1) merge(lanes, line, [=](std::size_t i) { return start[i]; });
    else if (delta == 0) {
      const std::uint32_t same = start[0];
      merge(lanes, line, [=](std::size_t) { return same; });
    } else {
      merge(lanes, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(i) * delta]; });
    }
  }
  void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells;
    merge(lanes, line, [=](std::size_t i) { return start[indexes[i]]; });
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
      std::uint64_t* HWY_RESTRICT used = found.used.data() + lane * found.words;
      lanes.for_each([&](std::size_t i) {
        const std::uint32_t value = load(i);
        used[value >> 6U] |= std::uint64_t{1} << (value & 63U);
      });
    }
  }

  void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    if (delta == -1) merge(lanes, line, [=](std::size_t i) { return *(start - i); });
    else if (delta == 1) merge(lanes, line, [=](std::size_t i) { return start[i]; });
    else merge(lanes, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(i) * delta]; });
  }
  void listed(std::int64_t index, std::int64_t delta, const std::uint8_t* lanes, std::size_t n, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells + index;
    Chosen<T> all;
    all.to = n;
    merge(all, line, [=](std::size_t i) { return start[static_cast<std::int64_t>(lanes[i]) * delta]; });
  }
  void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line) {
    const std::uint32_t* HWY_RESTRICT start = cells;
    merge(lanes, line, [=](std::size_t i) { return start[indexes[i]]; });
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
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
