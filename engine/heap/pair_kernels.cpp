#include "engine/heap/pair_kernels.h"

#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/heap/pair_kernels.cpp"
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
  const Vector<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::uint64_t united[8];
  auto* united_bytes = reinterpret_cast<std::uint8_t*>(united);
  std::uint32_t entry = 0;
  for (std::size_t group = 0; group < 8; ++group) {
    const std::uint32_t end = list.ends[group];
    if (entry == end) continue;
    const std::uint8_t* origin = bytes + ((first - group) >> 3);
    for (std::size_t part = 0; part < 64; part += 2 * lanes) {
      auto a = hn::Zero(d);
      auto b = a;
      for (std::uint32_t e = entry; e < end; ++e) {
        const std::uint8_t* from = origin + list.entries[e] + part;
        a = hn::Or(a, hn::LoadU(d, from));
        if (lanes < 64) b = hn::Or(b, hn::LoadU(d, from + lanes));
      }
      hn::Store(a, d, united_bytes + part);
      if (lanes < 64) hn::Store(b, d, united_bytes + part + lanes);
    }
    entry = end;
    const unsigned shift = (first - group) & 7;
    for (std::size_t i = 0; i < kCoverWords; ++i)
      covered[i] |= united[i] >> shift | (united[i + 1] << 1) << (63 - shift);
  }
}

bool CoverLaggingOne(const LaggingHeaps& heaps, std::uint32_t target, std::uint64_t* covered) {
  constexpr std::size_t kAtOnce = 4;  // values between two looks at what is covered
  const Vector<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::uint64_t united[8] = {};
  auto* united_bytes = reinterpret_cast<std::uint8_t*>(united);
  for (std::size_t begin = 0; begin < heaps.values; begin += kAtOnce) {
    const std::size_t end = begin + kAtOnce < heaps.values ? begin + kAtOnce : heaps.values;
    for (std::size_t part = 0; part < 64; part += 2 * lanes) {
      auto a = hn::Load(d, united_bytes + part);
      auto b = lanes == 64 ? hn::Zero(d) : hn::Load(d, united_bytes + (part + lanes) % 64);
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t value = heaps.order[i] ^ target;
        const std::uint8_t* copies = heaps.copies + i * 8 * LaggingHeaps::kCopy;
        const std::uint32_t last = heaps.ends[value + 1];
        for (std::uint32_t j = heaps.ends[value]; j < last; ++j) {
          const std::size_t bit = LaggingHeaps::kReach - heaps.distances[j];
          const std::uint8_t* from = copies + (bit & 7) * LaggingHeaps::kCopy + (bit >> 3) + part;
          a = hn::Or(a, hn::LoadU(d, from));
          if (lanes < 64) b = hn::Or(b, hn::LoadU(d, from + lanes));
        }
      }
      hn::Store(a, d, united_bytes + part);
      if (lanes < 64) hn::Store(b, d, united_bytes + part + lanes);
    }
    std::uint64_t all = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kCoverWords; ++i) all &= covered[i] | united[i];
    if (all == ~std::uint64_t{0}) return true;
  }
  for (std::size_t i = 0; i < kCoverWords; ++i) covered[i] |= united[i];
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
std::uint64_t HitByShiftsOf(const T* heaps, const std::uint64_t* distances, const T* added, std::size_t count,
                            const T* candidates) {
  const hn::CappedTag<T, kShiftHeaps / 2> d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint8_t bits[8 + 8] = {};
  std::uint64_t hits = 0;
  for (std::size_t i = 0; i < kShiftHeaps; i += 2 * lanes) {
    const auto wanted0 = hn::LoadU(d, candidates + i);
    const auto wanted1 = hn::LoadU(d, candidates + i + lanes);
    auto hit0 = hn::Zero(d);
    auto hit1 = hit0;
    for (std::size_t j = 0; j < count; ++j) {
      const auto value = hn::Set(d, added[j]);
      const T* from = heaps + i - distances[j];
      hit0 = hn::Or(hit0, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from)), wanted0)));
      hit1 = hn::Or(hit1, hn::VecFromMask(d, hn::Eq(hn::Xor(value, hn::LoadU(d, from + lanes)), wanted1)));
    }
    for (const auto& [hit, place] : {std::pair(hit0, i), std::pair(hit1, i + lanes)}) {
      std::uint64_t word = 0;
      hn::StoreMaskBits(d, hn::Ne(hit, hn::Zero(d)), bits);
      std::memcpy(&word, bits, 8);
      if (lanes < 64) word &= (std::uint64_t{1} << lanes) - 1;
      hits |= word << place;
    }
  }
  return hits;
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

bool HasPair8(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, std::uint8_t target) {
  return HasPairOf(lower, upper, count, target);
}
bool HasPair16(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count, std::uint16_t target) {
  return HasPairOf(lower, upper, count, target);
}
bool HasPair32(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count, std::uint32_t target) {
  return HasPairOf(lower, upper, count, target);
}
std::uint64_t HitByShifts8(const std::uint8_t* heaps, const std::uint64_t* distances, const std::uint8_t* added, std::size_t count,
                            const std::uint8_t* candidates) {
  return HitByShiftsOf(heaps, distances, added, count, candidates);
}
void Refute8(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, const std::uint8_t* candidates,
             std::uint8_t* hits) {
  RefuteOf(lower, upper, count, candidates, hits);
}
std::uint64_t HitByShifts16(const std::uint16_t* heaps, const std::uint64_t* distances, const std::uint16_t* added, std::size_t count,
                            const std::uint16_t* candidates) {
  return HitByShiftsOf(heaps, distances, added, count, candidates);
}
void Refute16(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count,
              const std::uint16_t* candidates, std::uint16_t* hits) {
  RefuteOf(lower, upper, count, candidates, hits);
}
std::uint64_t HitByShifts32(const std::uint32_t* heaps, const std::uint64_t* distances, const std::uint32_t* added, std::size_t count,
                            const std::uint32_t* candidates) {
  return HitByShiftsOf(heaps, distances, added, count, candidates);
}
void Refute32(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count,
              const std::uint32_t* candidates, std::uint32_t* hits) {
  RefuteOf(lower, upper, count, candidates, hits);
}

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {

HWY_EXPORT(CoverOne);
HWY_EXPORT(CoverLaggingOne);
HWY_EXPORT(HasPair8);
HWY_EXPORT(HasPair16);
HWY_EXPORT(HasPair32);
HWY_EXPORT(HitByShifts8);
HWY_EXPORT(Refute8);
HWY_EXPORT(HitByShifts16);
HWY_EXPORT(Refute16);
HWY_EXPORT(HitByShifts32);
HWY_EXPORT(Refute32);

void cover(const std::uint8_t* bytes, std::size_t first, const CoverList& list, std::uint64_t* covered) {
  HWY_DYNAMIC_DISPATCH(CoverOne)(bytes, first, list, covered);
}
bool cover_lagging(const LaggingHeaps& heaps, std::uint32_t target, std::uint64_t* covered) {
  return HWY_DYNAMIC_DISPATCH(CoverLaggingOne)(heaps, target, covered);
}
bool has_pair(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, std::uint8_t target) {
  return HWY_DYNAMIC_DISPATCH(HasPair8)(lower, upper, count, target);
}
bool has_pair(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count, std::uint16_t target) {
  return HWY_DYNAMIC_DISPATCH(HasPair16)(lower, upper, count, target);
}
bool has_pair(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count, std::uint32_t target) {
  return HWY_DYNAMIC_DISPATCH(HasPair32)(lower, upper, count, target);
}
std::uint64_t hit_by_shifts(const std::uint8_t* heaps, const std::uint64_t* distances, const std::uint8_t* added,
                            std::size_t count, const std::uint8_t* candidates) {
  return HWY_DYNAMIC_DISPATCH(HitByShifts8)(heaps, distances, added, count, candidates);
}
void refute(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, const std::uint8_t* candidates,
            std::uint8_t* hits) {
  HWY_DYNAMIC_DISPATCH(Refute8)(lower, upper, count, candidates, hits);
}
std::uint64_t hit_by_shifts(const std::uint16_t* heaps, const std::uint64_t* distances, const std::uint16_t* added,
                            std::size_t count, const std::uint16_t* candidates) {
  return HWY_DYNAMIC_DISPATCH(HitByShifts16)(heaps, distances, added, count, candidates);
}
void refute(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count,
            const std::uint16_t* candidates, std::uint16_t* hits) {
  HWY_DYNAMIC_DISPATCH(Refute16)(lower, upper, count, candidates, hits);
}
std::uint64_t hit_by_shifts(const std::uint32_t* heaps, const std::uint64_t* distances, const std::uint32_t* added,
                            std::size_t count, const std::uint32_t* candidates) {
  return HWY_DYNAMIC_DISPATCH(HitByShifts32)(heaps, distances, added, count, candidates);
}
void refute(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count,
            const std::uint32_t* candidates, std::uint32_t* hits) {
  HWY_DYNAMIC_DISPATCH(Refute32)(lower, upper, count, candidates, hits);
}

}  // namespace bouton
#endif
