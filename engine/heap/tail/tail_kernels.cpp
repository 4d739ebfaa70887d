#include "engine/heap/tail/tail_kernels.h"

#include <array>
#include <bit>
#include <cstring>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/tail/tail_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

namespace tail_hn = hwy::HWY_NAMESPACE;

/// A set of reduced values as bits, of which there are `streams` bytes.
template <std::size_t streams>
struct TailSet;
template <>
struct TailSet<2> {
  using Type = std::uint16_t;
};
template <>
struct TailSet<4> {
  using Type = std::uint32_t;
};
template <>
struct TailSet<8> {
  using Type = std::uint64_t;
};

/// What some shifts exclude at heaps[0], ..., as many as D has lanes: byte s of each heap's set goes to sets[s * apart].
template <std::size_t streams, class D>
HWY_INLINE void Exclude(D d, const std::uint8_t* heaps, std::span<const TailShift> shifts, std::uint8_t* sets,
                        std::size_t apart, bool add) {
#if HWY_TARGET == HWY_SCALAR
  if (!add)
    for (std::size_t s = 0; s < streams; ++s) sets[s * apart] = 0;
  for (const TailShift& shift : shifts) {
    const unsigned value = heaps[-static_cast<std::ptrdiff_t>(shift.distance)] ^ shift.added;
    if (value < 8 * streams) sets[value / 8 * apart] |= static_cast<std::uint8_t>(1 << value % 8);
  }
  (void)d;
#else
  alignas(16) static constexpr std::uint8_t kLow[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  alignas(16) static constexpr std::uint8_t kHigh[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
  const auto low = tail_hn::LoadDup128(d, kLow);
  const auto high = tail_hn::LoadDup128(d, kHigh);
  const auto none = tail_hn::Set(d, std::uint8_t{0x80});
  const auto past = tail_hn::Set(d, std::uint8_t{15});
  using V = decltype(tail_hn::Zero(d));
  constexpr std::size_t kPairs = streams / 2;
  const auto load = [&](std::size_t s) { return add ? tail_hn::LoadU(d, sets + s * apart) : tail_hn::Zero(d); };
  V s0 = load(0), s1 = load(1), s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  if constexpr (kPairs >= 2) s2 = load(2), s3 = load(3);
  if constexpr (kPairs >= 4) s4 = load(4), s5 = load(5), s6 = load(6), s7 = load(7);
  const auto mark = [&](V value, std::uint8_t first, V& even, V& odd) HWY_ATTR {
    auto index = tail_hn::Xor(value, tail_hn::Set(d, first));
    if constexpr (kPairs > 1) index = tail_hn::Or(index, tail_hn::IfThenElseZero(tail_hn::Gt(index, past), none));
    even = tail_hn::Or(even, tail_hn::TableLookupBytesOr0(low, index));
    odd = tail_hn::Or(odd, tail_hn::TableLookupBytesOr0(high, index));
  };
  for (const TailShift& shift : shifts) {
    const V value = tail_hn::Xor(tail_hn::LoadU(d, heaps - shift.distance), tail_hn::Set(d, shift.added));
    mark(value, 0, s0, s1);
    if constexpr (kPairs >= 2) mark(value, 16, s2, s3);
    if constexpr (kPairs >= 4) mark(value, 32, s4, s5), mark(value, 48, s6, s7);
  }
  const auto store = [&](std::size_t s, V set) HWY_ATTR { tail_hn::StoreU(set, d, sets + s * apart); };
  store(0, s0), store(1, s1);
  if constexpr (kPairs >= 2) store(2, s2), store(3, s3);
  if constexpr (kPairs >= 4) store(4, s4), store(5, s5), store(6, s6), store(7, s7);
#endif
}

/// The values of the next kMiddle heaps, where `sets` has what all but the near shifts exclude. How many are found. `shifts`:
/// how many those are, where that is known here; else 0.
template <std::size_t streams, std::size_t shifts>
HWY_INLINE std::size_t SettleTail(std::uint8_t* heaps, const typename TailSet<streams>::Type* sets,
                                  std::span<const TailShift> near) {
  const std::size_t count = shifts == 0 ? near.size() : shifts;
  for (std::size_t i = 0; i < TailShifts::kMiddle; ++i) {
    std::uint64_t set = sets[i];
    for (std::size_t j = 0; j < count; ++j)
      set |= std::uint64_t{1} << (heaps[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(near[j].distance)] ^
                                  near[j].added);
    const std::uint64_t free = ~set;
    if (streams == 8 && free == 0) return i;
    const auto value = static_cast<unsigned>(std::countr_zero(free));
    if (streams < 8 && value >= 8 * streams) return i;
    heaps[i] = static_cast<std::uint8_t>(value);
  }
  return TailShifts::kMiddle;
}

template <std::size_t streams, std::size_t near>
std::size_t SolveTailOf(std::uint8_t* heaps, std::size_t groups, const TailShifts& shifts) {
  using Set = typename TailSet<streams>::Type;
  std::array<TailShift, near + 1> repeated;
  for (std::size_t j = 0; j < near; ++j) repeated[j] = shifts.near[j < shifts.near.size() ? j : 0];
  const std::span<const TailShift> near_shifts = near == 0 ? std::span(shifts.near) : std::span<const TailShift>(repeated);
  constexpr std::size_t kMiddle = TailShifts::kMiddle;
  const tail_hn::CappedTag<std::uint8_t, kTailGroup> d_far;
  const tail_hn::CappedTag<std::uint8_t, kMiddle> d_middle;
  const std::size_t far_lanes = tail_hn::Lanes(d_far);
  const std::size_t middle_lanes = tail_hn::Lanes(d_middle);
  alignas(64) std::uint8_t far[streams * kTailGroup];
  for (std::uint8_t* group = heaps; group != heaps + groups * kTailGroup; group += kTailGroup) {
    for (std::size_t part = 0; part < kTailGroup; part += far_lanes)
      Exclude<streams>(d_far, group + part, shifts.far, far + part, kTailGroup, false);
    for (std::size_t begin = 0; begin < kTailGroup; begin += kMiddle) {
      for (std::size_t part = begin; part < begin + kMiddle; part += middle_lanes)
        Exclude<streams>(d_middle, group + part, shifts.middle, far + part, kTailGroup, true);
      Set sets[kMiddle];
      for (std::size_t i = 0; i < kMiddle; ++i) {
        Set set = 0;
        for (std::size_t s = 0; s < streams; ++s) set |= static_cast<Set>(Set{far[s * kTailGroup + begin + i]} << 8 * s);
        sets[i] = set;
      }
      const std::size_t settled = SettleTail<streams, near>(group + begin, sets, near_shifts);
      if (settled != kMiddle) return static_cast<std::size_t>(group - heaps) + begin + settled;
    }
  }
  return groups * kTailGroup;
}

/// With as many near shifts as are there, or a few more that repeat one.
template <std::size_t streams>
std::size_t SolveTailBy(std::uint8_t* heaps, std::size_t groups, const TailShifts& shifts) {
  switch (shifts.near.size()) {
    case 1: return SolveTailOf<streams, 1>(heaps, groups, shifts);
    case 2: return SolveTailOf<streams, 2>(heaps, groups, shifts);
    case 3: return SolveTailOf<streams, 3>(heaps, groups, shifts);
    case 4: return SolveTailOf<streams, 4>(heaps, groups, shifts);
    case 5:
    case 6: return SolveTailOf<streams, 6>(heaps, groups, shifts);
    case 7:
    case 8: return SolveTailOf<streams, 8>(heaps, groups, shifts);
    case 9:
    case 10:
    case 11:
    case 12: return SolveTailOf<streams, 12>(heaps, groups, shifts);
    default: return SolveTailOf<streams, 0>(heaps, groups, shifts);
  }
}

std::size_t SolveTail(std::uint8_t* heaps, std::size_t groups, const TailShifts& shifts, unsigned limit) {
  if (limit <= 16) return SolveTailBy<2>(heaps, groups, shifts);
  if (limit <= 32) return SolveTailBy<4>(heaps, groups, shifts);
  return SolveTailBy<8>(heaps, groups, shifts);
}

void WritePlanes(const std::uint8_t* heaps, unsigned limit, std::uint8_t* planes, std::size_t stride) {
  const tail_hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t lanes = tail_hn::Lanes(d);
  for (std::size_t word = 0; word < kTailBlock / 64; ++word)
    for (unsigned value = 0; value < limit; ++value) {
      std::uint64_t bits = 0;
      const auto wanted = tail_hn::Set(d, static_cast<std::uint8_t>(value));
      for (std::size_t part = 0; part < 64; part += lanes) {
        std::uint8_t bytes[16] = {};
        tail_hn::StoreMaskBits(d, tail_hn::Eq(tail_hn::LoadU(d, heaps + 64 * word + part), wanted), bytes);
        std::uint64_t some = 0;
        std::memcpy(&some, bytes, 8);
        bits |= (lanes < 64 ? some & ((std::uint64_t{1} << lanes % 64) - 1) : some) << part;
      }
      std::memcpy(planes + value * stride + 8 * word, &bits, 8);
    }
}

bool CoversTail(const std::uint8_t* planes, std::size_t stride, unsigned limit, const std::uint8_t* own, const TailPairs& pairs,
                std::uint8_t* left) {
  constexpr std::uint32_t kAtOnce = 4;
  const tail_hn::CappedTag<std::uint8_t, kTailBytes> d;
  const std::size_t lanes = tail_hn::Lanes(d);
  bool all = true;
  for (std::size_t part = 0; part < kTailBytes; part += lanes) {
    const std::uint8_t* const block = planes + part;
    auto greater = tail_hn::Zero(d);
    for (unsigned target = limit; target-- > 0;) {
      const auto plane = tail_hn::LoadU(d, block + target * stride);
      auto open = tail_hn::Or(greater, tail_hn::And(plane, tail_hn::Set(d, own[target])));
      greater = tail_hn::Or(greater, plane);
      std::uint32_t j = target == 0 ? 0 : pairs.ends[target - 1];
      const std::uint32_t end = pairs.ends[target];
      bool none = tail_hn::AllTrue(d, tail_hn::Eq(open, tail_hn::Zero(d)));
      for (; !none && j + kAtOnce <= end; j += kAtOnce) {
        const auto a =
            tail_hn::Or(tail_hn::LoadU(d, block + pairs.entries[j]), tail_hn::LoadU(d, block + pairs.entries[j + 1]));
        const auto b =
            tail_hn::Or(tail_hn::LoadU(d, block + pairs.entries[j + 2]), tail_hn::LoadU(d, block + pairs.entries[j + 3]));
        open = tail_hn::AndNot(tail_hn::Or(a, b), open);
        none = tail_hn::AllTrue(d, tail_hn::Eq(open, tail_hn::Zero(d)));
      }
      tail_hn::StoreU(open, d, left + target * kTailBytes + part);
      all = all && none;
    }
  }
  return all;
}

void FindPattern(const std::uint8_t* heaps, const std::uint8_t* pattern, std::uint64_t* found) {
  const tail_hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t lanes = tail_hn::Lanes(d);
  for (std::size_t word = 0; word < kTailBlock / 64; ++word) {
    std::uint64_t bits = 0;
    for (std::size_t part = 0; part < 64; part += lanes) {
      const std::uint8_t* at = heaps + 64 * word + part;
      auto differs = tail_hn::Zero(d);
      for (std::size_t j = 0; j < 4; ++j)
        differs = tail_hn::Or(differs, tail_hn::Xor(tail_hn::LoadU(d, at - j), tail_hn::Set(d, pattern[j])));
      if (tail_hn::AllFalse(d, tail_hn::Eq(differs, tail_hn::Zero(d)))) continue;
      for (std::size_t i = 0; i < lanes; ++i) {
        std::size_t j = 0;
        while (j < kPatternHeaps && at[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(j)] == pattern[j]) ++j;
        if (j == kPatternHeaps) bits |= std::uint64_t{1} << (part + i);
      }
    }
    found[word] = bits;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(SolveTail);
HWY_EXPORT(WritePlanes);
HWY_EXPORT(CoversTail);
HWY_EXPORT(FindPattern);

std::size_t solve_tail(std::uint8_t* heaps, std::size_t groups, const TailShifts& shifts, unsigned limit) {
  return HWY_DYNAMIC_DISPATCH(SolveTail)(heaps, groups, shifts, limit);
}
void write_planes(const std::uint8_t* heaps, unsigned limit, std::uint8_t* planes, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(WritePlanes)(heaps, limit, planes, stride);
}
bool covers_tail(const std::uint8_t* planes, std::size_t stride, unsigned limit, const std::uint8_t* own,
                 const TailPairs& pairs, std::uint8_t* left) {
  return HWY_DYNAMIC_DISPATCH(CoversTail)(planes, stride, limit, own, pairs, left);
}
void find_pattern(const std::uint8_t* heaps, const std::uint8_t* pattern, std::uint64_t* found) {
  HWY_DYNAMIC_DISPATCH(FindPattern)(heaps, pattern, found);
}

}  // namespace bouton
#endif
