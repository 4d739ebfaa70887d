#include "engine/heap/values/pair_kernels.h"

#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/values/pair_kernels.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of at most 64 bytes.
template <class T>
using Vector = hn::CappedTag<T, 64 / sizeof(T)>;

void CoverOne(const std::uint8_t* bytes, std::size_t first, const CoverList& list, std::uint64_t* covered) {
  const hn::CappedTag<std::uint8_t, 32> d;
  const std::size_t lanes = hn::Lanes(d);
  const hn::CappedTag<std::uint64_t, 4> d_words;
  const std::size_t words = hn::Lanes(d_words);
  alignas(64) std::uint64_t united[kCoverWords + 1 + 4] = {};
  auto* united_bytes = reinterpret_cast<std::uint8_t*>(united);
  std::uint32_t entry = 0;
  for (std::size_t group = 0; group < 8; ++group) {
    const std::uint32_t end = list.ends[group];
    if (entry == end) continue;
    const std::uint8_t* origin = bytes + ((first - group) >> 3);
    for (std::size_t part = 0; part < kCoverBytes; part += 4 * lanes) {
      auto u0 = hn::Zero(d);
      auto u1 = u0;
      auto u2 = u0;
      auto u3 = u0;
      for (std::uint32_t e = entry; e < end; ++e) {
        const std::uint8_t* from = origin + list.entries[e] + part;
        u0 = hn::Or(u0, hn::LoadU(d, from));
        u1 = hn::Or(u1, hn::LoadU(d, from + lanes));
        u2 = hn::Or(u2, hn::LoadU(d, from + 2 * lanes));
        u3 = hn::Or(u3, hn::LoadU(d, from + 3 * lanes));
      }
      hn::StoreU(u0, d, united_bytes + part);
      hn::StoreU(u1, d, united_bytes + part + lanes);
      hn::StoreU(u2, d, united_bytes + part + 2 * lanes);
      hn::StoreU(u3, d, united_bytes + part + 3 * lanes);
    }
    entry = end;
    const int shift = static_cast<int>((first - group) & 7);
    auto all = hn::Set(d_words, ~std::uint64_t{0});
    for (std::size_t i = 0; i <= kCoverWords; i += words) {
      const auto low = hn::ShiftRightSame(hn::LoadU(d_words, united + i), shift);
      const auto high = hn::ShiftLeftSame(hn::ShiftLeft<1>(hn::LoadU(d_words, united + i + 1)), 63 - shift);
      const auto now = hn::Or(hn::LoadU(d_words, covered + i), hn::Or(low, high));
      hn::StoreU(now, d_words, covered + i);
      all = hn::And(all, now);
    }
    if (hn::AllTrue(d_words, hn::Eq(all, hn::Set(d_words, ~std::uint64_t{0})))) return;
  }
}

bool CoverLaggingOne(const LaggingHeaps& heaps, std::uint32_t target, std::size_t few, std::uint64_t* covered) {
  constexpr std::size_t kAtOnce = 8;   // values between two looks at what is covered
  constexpr std::size_t kWorth = 2;    // heaps that they should cover, to be worth their time
  constexpr std::uint32_t kFirst = 8;  // pairs of each value that are looked at first
  const hn::CappedTag<std::uint8_t, 32> d;
  const std::size_t lanes = hn::Lanes(d);
  auto* covered_bytes = reinterpret_cast<std::uint8_t*>(covered);
  std::size_t before = 8 * kCoverBytes;
  for (const bool others : {false, true})
    for (std::size_t begin = 0; begin < heaps.values; begin += kAtOnce) {
      const std::size_t end = begin + kAtOnce < heaps.values ? begin + kAtOnce : heaps.values;
      for (std::size_t part = 0; part < kCoverBytes; part += 4 * lanes) {
        auto u0 = hn::LoadU(d, covered_bytes + part);
        auto u1 = hn::LoadU(d, covered_bytes + part + lanes);
        auto u2 = hn::LoadU(d, covered_bytes + part + 2 * lanes);
        auto u3 = hn::LoadU(d, covered_bytes + part + 3 * lanes);
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint32_t value = heaps.order[i] ^ target;
          const std::uint8_t* copies = heaps.copies + heaps.order[i] * LaggingHeaps::kCopies * heaps.copy + part;
          std::uint32_t j = heaps.ends[value];
          std::uint32_t last = heaps.ends[value + 1];
          if (others) j = j + kFirst < last ? j + kFirst : last;
          else last = j + kFirst < last ? j + kFirst : last;
          for (; j < last; ++j) {
            const std::uint8_t* from = copies + heaps.from[j];
            u0 = hn::Or(u0, hn::LoadU(d, from));
            u1 = hn::Or(u1, hn::LoadU(d, from + lanes));
            u2 = hn::Or(u2, hn::LoadU(d, from + 2 * lanes));
            u3 = hn::Or(u3, hn::LoadU(d, from + 3 * lanes));
          }
        }
        hn::StoreU(u0, d, covered_bytes + part);
        hn::StoreU(u1, d, covered_bytes + part + lanes);
        hn::StoreU(u2, d, covered_bytes + part + 2 * lanes);
        hn::StoreU(u3, d, covered_bytes + part + 3 * lanes);
      }
      std::size_t left = 0;
      for (std::size_t i = 0; i <= kCoverWords; ++i) left += static_cast<std::size_t>(__builtin_popcountll(~covered[i]));
      if (left <= few) return left == 0;
      if (left + kWorth > before) break;
      before = left;
    }
  return false;
}

template <class D, class V>
HWY_INLINE V Backwards(D d, V v) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    const hn::Repartition<std::uint16_t, D> twice;
    const auto pairs = hn::Reverse(twice, hn::BitCast(twice, v));
    return hn::BitCast(d, hn::Or(hn::ShiftLeft<8>(pairs), hn::ShiftRight<8>(pairs)));
  } else
#endif
  {
    return hn::Reverse(d, v);
  }
}

template <class T>
bool HasPairOf(const T* lower, const T* upper, std::size_t count, T target) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto wanted = hn::Set(d, target);
  std::size_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    // upper - i - (lanes - 1) .. upper - i, backwards.
    const T* back = upper - i - (lanes - 1);
    const auto x0 = hn::Xor(hn::LoadU(d, lower + i), Backwards(d, hn::LoadU(d, back)));
    const auto x1 = hn::Xor(hn::LoadU(d, lower + i + lanes), Backwards(d, hn::LoadU(d, back - lanes)));
    const auto x2 = hn::Xor(hn::LoadU(d, lower + i + 2 * lanes), Backwards(d, hn::LoadU(d, back - 2 * lanes)));
    const auto x3 = hn::Xor(hn::LoadU(d, lower + i + 3 * lanes), Backwards(d, hn::LoadU(d, back - 3 * lanes)));
    const auto hit = hn::Or(hn::Or(hn::Eq(x0, wanted), hn::Eq(x1, wanted)), hn::Or(hn::Eq(x2, wanted), hn::Eq(x3, wanted)));
    if (!hn::AllFalse(d, hit)) return true;
  }
  for (; i < count; ++i)
    if (static_cast<T>(lower[i] ^ *(upper - i)) == target) return true;
  return false;
}

template <class T>
bool HasTurnedPairOf(const T* turned, const T* upper, std::size_t blocks, T target) {
  const hn::CappedTag<T, kTurnedHeaps / 4> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto wanted = hn::Set(d, target);
  for (std::size_t block = 0; block < blocks; ++block) {
    const T* lower = turned + block * kTurnedHeaps;
    const T* heaps = upper - (block + 1) * kTurnedHeaps + 1;
    auto hit0 = hn::Zero(d);
    auto hit1 = hit0;
    for (std::size_t i = 0; i < kTurnedHeaps; i += 2 * lanes) {
      const auto x0 = hn::Xor(hn::LoadU(d, lower + i), hn::LoadU(d, heaps + i));
      const auto x1 = hn::Xor(hn::LoadU(d, lower + i + lanes), hn::LoadU(d, heaps + i + lanes));
      hit0 = hn::Or(hit0, hn::VecFromMask(d, hn::Eq(x0, wanted)));
      hit1 = hn::Or(hit1, hn::VecFromMask(d, hn::Eq(x1, wanted)));
    }
    if (!hn::AllTrue(d, hn::Eq(hn::Or(hit0, hit1), hn::Zero(d)))) return true;
  }
  return false;
}

/// The lanes that are not 0, as bits.
template <class D, class V>
HWY_INLINE std::uint64_t LaneBits(D d, V v) {
  std::uint8_t bits[8 + 8] = {};
  std::uint64_t word = 0;
  hn::StoreMaskBits(d, hn::Ne(v, hn::Zero(d)), bits);
  std::memcpy(&word, bits, 8);
  const std::size_t lanes = hn::Lanes(d);
  return lanes < 64 ? word & ((std::uint64_t{1} << lanes) - 1) : word;
}

bool HasSum(const std::uint16_t* first, const std::uint16_t* second, std::uint16_t target) {
  const hn::CappedTag<std::uint16_t, kShiftHeaps> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto wanted = hn::Set(d, target);
  auto hit = hn::Zero(d);
  for (std::size_t i = 0; i < kShiftHeaps; i += lanes)
    hit = hn::Or(hit, hn::VecFromMask(d, hn::Eq(hn::Xor(hn::LoadU(d, first + i), hn::LoadU(d, second + i)), wanted)));
  return !hn::AllTrue(d, hn::Eq(hit, hn::Zero(d)));
}

template <class T>
void HitByShiftsOf(const T* heaps, const ShiftRuns<T>& shifts, const T* first, const T* second, ShiftHits& hits) {
  const hn::CappedTag<T, kShiftHeaps / 2> d;
  const std::size_t lanes = hn::Lanes(d);
  hits = {};
  for (std::size_t i = 0; i < kShiftHeaps; i += 2 * lanes) {
    const auto first0 = hn::LoadU(d, first + i);
    const auto first1 = hn::LoadU(d, first + i + lanes);
    const auto second0 = hn::LoadU(d, second + i);
    const auto second1 = hn::LoadU(d, second + i + lanes);
    auto hit_first0 = hn::Zero(d);
    auto hit_first1 = hit_first0;
    auto hit_second0 = hit_first0;
    auto hit_second1 = hit_first0;
    std::uint32_t j = 0;
    for (std::size_t run = 0; run < shifts.runs; ++run) {
      const auto value = hn::Set(d, shifts.added[run]);
      const auto other_first0 = hn::Xor(first0, value);
      const auto other_first1 = hn::Xor(first1, value);
      const auto other_second0 = hn::Xor(second0, value);
      const auto other_second1 = hn::Xor(second1, value);
      for (const std::uint32_t end = shifts.ends[run]; j < end; ++j) {
        const T* from = heaps + i - shifts.distances[j];
        const auto heap0 = hn::LoadU(d, from);
        const auto heap1 = hn::LoadU(d, from + lanes);
        hit_first0 = hn::Or(hit_first0, hn::VecFromMask(d, hn::Eq(other_first0, heap0)));
        hit_first1 = hn::Or(hit_first1, hn::VecFromMask(d, hn::Eq(other_first1, heap1)));
        hit_second0 = hn::Or(hit_second0, hn::VecFromMask(d, hn::Eq(other_second0, heap0)));
        hit_second1 = hn::Or(hit_second1, hn::VecFromMask(d, hn::Eq(other_second1, heap1)));
      }
    }
    hits.first |= LaneBits(d, hit_first0) << i | LaneBits(d, hit_first1) << (i + lanes);
    hits.second |= LaneBits(d, hit_second0) << i | LaneBits(d, hit_second1) << (i + lanes);
  }
}

/// One vector of candidates, or two where a second stands beside it, against all pairs.
template <class T>
void RefuteOf(const T* lower, const T* upper, std::size_t count, const T* candidates, T* hits) {
  const Vector<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < 128 / sizeof(T); i += 4 * lanes) {
    if (4 * lanes > 128 / sizeof(T)) {  // vectors of 64 bytes: two make a tile
      const auto wanted0 = hn::LoadU(d, candidates + i);
      const auto wanted1 = hn::LoadU(d, candidates + i + lanes);
      auto hit0 = hn::Zero(d);
      auto hit1 = hit0;
      for (std::size_t j = 0; j < count; ++j) {
        const auto value = hn::Set(d, lower[j]);
        const T* from = upper + i - j;
        hit0 = hn::Or(hit0, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from)), wanted0)));
        hit1 = hn::Or(hit1, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from + lanes)), wanted1)));
      }
      hn::StoreU(hn::Or(hit0, hn::LoadU(d, hits + i)), d, hits + i);
      hn::StoreU(hn::Or(hit1, hn::LoadU(d, hits + i + lanes)), d, hits + i + lanes);
      continue;
    }
    const auto wanted0 = hn::LoadU(d, candidates + i);
    const auto wanted1 = hn::LoadU(d, candidates + i + lanes);
    const auto wanted2 = hn::LoadU(d, candidates + i + 2 * lanes);
    const auto wanted3 = hn::LoadU(d, candidates + i + 3 * lanes);
    auto hit0 = hn::Zero(d);
    auto hit1 = hit0;
    auto hit2 = hit0;
    auto hit3 = hit0;
    for (std::size_t j = 0; j < count; ++j) {
      const auto value = hn::Set(d, lower[j]);
      const T* from = upper + i - j;
      hit0 = hn::Or(hit0, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from)), wanted0)));
      hit1 = hn::Or(hit1, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from + lanes)), wanted1)));
      hit2 = hn::Or(hit2, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from + 2 * lanes)), wanted2)));
      hit3 = hn::Or(hit3, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from + 3 * lanes)), wanted3)));
    }
    hn::StoreU(hn::Or(hit0, hn::LoadU(d, hits + i)), d, hits + i);
    hn::StoreU(hn::Or(hit1, hn::LoadU(d, hits + i + lanes)), d, hits + i + lanes);
    hn::StoreU(hn::Or(hit2, hn::LoadU(d, hits + i + 2 * lanes)), d, hits + i + 2 * lanes);
    hn::StoreU(hn::Or(hit3, hn::LoadU(d, hits + i + 3 * lanes)), d, hits + i + 3 * lanes);
  }
}

// Dispatch is by the names of functions that are not templates.
#define BOUTON_OF_WIDTH(bits)                                                                                       \
  bool HasPair##bits(const std::uint##bits##_t* lower, const std::uint##bits##_t* upper, std::size_t count,         \
                     std::uint##bits##_t target) {                                                                  \
    return HasPairOf(lower, upper, count, target);                                                                  \
  }                                                                                                                 \
  bool HasTurnedPair##bits(const std::uint##bits##_t* turned, const std::uint##bits##_t* upper, std::size_t blocks, \
                           std::uint##bits##_t target) {                                                            \
    return HasTurnedPairOf(turned, upper, blocks, target);                                                          \
  }                                                                                                                 \
  void HitByShifts##bits(const std::uint##bits##_t* heaps, const ShiftRuns<std::uint##bits##_t>& shifts,            \
                         const std::uint##bits##_t* first, const std::uint##bits##_t* second, ShiftHits& hits) {    \
    HitByShiftsOf(heaps, shifts, first, second, hits);                                                              \
  }                                                                                                                 \
  void Refute##bits(const std::uint##bits##_t* lower, const std::uint##bits##_t* upper, std::size_t count,          \
                    const std::uint##bits##_t* candidates, std::uint##bits##_t* hits) {                             \
    RefuteOf(lower, upper, count, candidates, hits);                                                                \
  }
BOUTON_OF_WIDTH(8)
BOUTON_OF_WIDTH(16)
BOUTON_OF_WIDTH(32)
#undef BOUTON_OF_WIDTH

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(CoverOne);
HWY_EXPORT(CoverLaggingOne);
HWY_EXPORT(HasSum);

void cover(const std::uint8_t* bytes, std::size_t first, const CoverList& list, std::uint64_t* covered) {
  HWY_DYNAMIC_DISPATCH(CoverOne)(bytes, first, list, covered);
}
bool cover_lagging(const LaggingHeaps& heaps, std::uint32_t target, std::size_t few, std::uint64_t* covered) {
  return HWY_DYNAMIC_DISPATCH(CoverLaggingOne)(heaps, target, few, covered);
}
bool has_sum(const std::uint16_t* first, const std::uint16_t* second, std::uint16_t target) {
  return HWY_DYNAMIC_DISPATCH(HasSum)(first, second, target);
}

#define BOUTON_OF_WIDTH(bits)                                                                                   \
  HWY_EXPORT(HasPair##bits);                                                                                    \
  HWY_EXPORT(HasTurnedPair##bits);                                                                              \
  HWY_EXPORT(HitByShifts##bits);                                                                                \
  HWY_EXPORT(Refute##bits);                                                                                     \
  bool has_pair(const std::uint##bits##_t* lower, const std::uint##bits##_t* upper, std::size_t count,          \
                std::uint##bits##_t target) {                                                                   \
    return HWY_DYNAMIC_DISPATCH(HasPair##bits)(lower, upper, count, target);                                    \
  }                                                                                                             \
  bool has_turned_pair(const std::uint##bits##_t* turned, const std::uint##bits##_t* upper, std::size_t blocks, \
                       std::uint##bits##_t target) {                                                            \
    return HWY_DYNAMIC_DISPATCH(HasTurnedPair##bits)(turned, upper, blocks, target);                            \
  }                                                                                                             \
  ShiftHits hit_by_shifts(const std::uint##bits##_t* heaps, const ShiftRuns<std::uint##bits##_t>& shifts,       \
                          const std::uint##bits##_t* first, const std::uint##bits##_t* second) {                \
    ShiftHits hits;                                                                                             \
    HWY_DYNAMIC_DISPATCH(HitByShifts##bits)(heaps, shifts, first, second, hits);                                \
    return hits;                                                                                                \
  }                                                                                                             \
  void refute(const std::uint##bits##_t* lower, const std::uint##bits##_t* upper, std::size_t count,            \
              const std::uint##bits##_t* candidates, std::uint##bits##_t* hits) {                               \
    HWY_DYNAMIC_DISPATCH(Refute##bits)(lower, upper, count, candidates, hits);                                  \
  }
BOUTON_OF_WIDTH(8)
BOUTON_OF_WIDTH(16)
BOUTON_OF_WIDTH(32)
#undef BOUTON_OF_WIDTH

}  // namespace bouton
#endif
