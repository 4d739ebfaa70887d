// Inner loops over pairs of heaps, compiled for several instruction sets and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton {

/// Bytes that cover() reads for each entry.
inline constexpr std::size_t kCoverBytes = 128;
/// Heaps that one call of cover() looks at: a word less than it reads, so that 7 bits of shift have room.
inline constexpr std::size_t kCoverWords = kCoverBytes / 8 - 1;
inline constexpr std::size_t kCoverHeaps = 64 * kCoverWords;

/// Bitsets to be shifted and united: entry e stands for the heaps n with bit n - d of some bitset set, where d, the
/// distance, is 8 h + g; e is the bitset's first byte minus h, and the entries are grouped by g: group g ends at ends[g].
struct CoverList {
  const std::int32_t* entries = nullptr;
  const std::uint32_t* ends = nullptr;
};

/// Adds to `covered`, of kCoverWords + 1 words, the heaps n0 .. n0 + kCoverHeaps - 1 that the list covers, where n0 is bit
/// `first` of the bitsets in `bytes`; the bits of the last word are only ever set. Stops after a group when all bits are
/// set. Reads kCoverBytes bytes from where each entry points.
void cover(const std::uint8_t* bytes, std::size_t first, const CoverList& list, std::uint64_t* covered);

/// Pairs of a heap a, lag < a < lag + reach, and one that is left of the heaps n0 .. n0 + kCoverHeaps - 1 when a and
/// perhaps some tokens are removed: `distance` in all, beside the lag, which is a multiple of 8 or one more.
struct LaggingHeaps {
  static constexpr std::size_t kCopies = 2;

  /// Of each value kCopies copies, `copy` bytes long: bit i of copy s says whether heap n0 - lag - reach - s + i has it.
  const std::uint8_t* copies = nullptr;
  std::size_t copy = 0;
  /// The values of the larger heap in the order in which they are tried.
  const std::uint32_t* order = nullptr;
  std::size_t values = 0;
  /// For the heaps a of value u: distance % 8 copies and (reach - distance / 8 * 8) / 8 bytes, in bytes;
  /// from[ends[u]] up to, but without, from[ends[u + 1]].
  const std::uint16_t* from = nullptr;
  const std::uint32_t* ends = nullptr;
};

/// Adds to `covered` as above the heaps that have an option of two such heaps whose values add up to `target`. A few
/// pairs of each value first, then the others; stops when no more than `few` bits are not set, and says whether all are.
bool cover_lagging(const LaggingHeaps& heaps, std::uint32_t target, std::size_t few, std::uint64_t* covered);

/// Heaps that one call of hit_by_shifts() looks at.
inline constexpr std::size_t kShiftHeaps = 64;

/// Whether first[i] xor second[i] is `target` for some i < kShiftHeaps.
bool has_sum(const std::uint16_t* first, const std::uint16_t* second, std::uint16_t target);

/// Shifts in runs that add the same value: those of run r, by added[r], end at ends[r].
template <class T>
struct ShiftRuns {
  const std::uint64_t* distances = nullptr;
  const std::uint32_t* ends = nullptr;
  const T* added = nullptr;
  std::size_t runs = 0;
};

/// Heaps, as bits.
struct ShiftHits {
  std::uint64_t first = 0, second = 0;
};

/// The heaps i of 64 for which heaps[i - d] xor a is first[i], or second[i], for some shift by d that adds a.
ShiftHits hit_by_shifts(const std::uint8_t* heaps, const ShiftRuns<std::uint8_t>& shifts, const std::uint8_t* first,
                        const std::uint8_t* second);
ShiftHits hit_by_shifts(const std::uint16_t* heaps, const ShiftRuns<std::uint16_t>& shifts, const std::uint16_t* first,
                        const std::uint16_t* second);
ShiftHits hit_by_shifts(const std::uint32_t* heaps, const ShiftRuns<std::uint32_t>& shifts, const std::uint32_t* first,
                        const std::uint32_t* second);

/// Whether lower[i] xor upper[-i] is `target` for some 0 <= i < count.
bool has_pair(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, std::uint8_t target);
bool has_pair(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count, std::uint16_t target);
bool has_pair(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count, std::uint32_t target);

/// Heaps that has_turned_pair() takes at a time.
inline constexpr std::size_t kTurnedHeaps = 128;

/// The same for i < blocks * kTurnedHeaps, where each block of `turned` has its heaps backwards: lower[i] is at
/// turned[b * kTurnedHeaps + kTurnedHeaps - 1 - i % kTurnedHeaps] of block b. Faster.
bool has_turned_pair(const std::uint8_t* turned, const std::uint8_t* upper, std::size_t blocks, std::uint8_t target);
bool has_turned_pair(const std::uint16_t* turned, const std::uint16_t* upper, std::size_t blocks, std::uint16_t target);
bool has_turned_pair(const std::uint32_t* turned, const std::uint32_t* upper, std::size_t blocks, std::uint32_t target);

/// Heaps whose candidates refute() looks at, by the bytes of a value.
template <class T>
inline constexpr std::size_t kTileHeaps = 128 / sizeof(T);

/// For heaps i of a tile: sets hits[i] where lower[j] xor upper[i - j] is candidates[i] for some 0 <= j < count; leaves
/// the others.
void refute(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, const std::uint8_t* candidates,
            std::uint8_t* hits);
void refute(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count, const std::uint16_t* candidates,
            std::uint16_t* hits);
void refute(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count, const std::uint32_t* candidates,
            std::uint32_t* hits);

}  // namespace bouton
