// Inner loops over pairs of heaps, compiled for several instruction sets and chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton {

/// Heaps that one call of cover() looks at: 7 words of 64 bits, so that with 7 bits of shift they still fit 512.
inline constexpr std::size_t kCoverHeaps = 448;
inline constexpr std::size_t kCoverWords = kCoverHeaps / 64;

/// Bitsets to be shifted and united: entry e stands for the heaps n with bit n - d of some bitset set, where d, the
/// distance, is 8 h + g; e is the bitset's first byte minus h, and the entries are grouped by g. Groups come in
/// stages: group g of stage s ends at ends[8 s + g].
struct CoverList {
  const std::int32_t* entries = nullptr;
  const std::uint32_t* ends = nullptr;
  std::size_t stages = 0;
};

/// Adds to `covered` the heaps n0 .. n0 + kCoverHeaps - 1 that the list covers, where n0 is bit `first` of the bitsets in
/// `bytes`. Reads 64 bytes from where each entry points.
void cover(const std::uint8_t* bytes, std::size_t first, const CoverList& list, std::uint64_t* covered);

/// Pairs of a heap a, lag < a < lag + kReach, and one that is left of the heaps n0 .. n0 + kCoverHeaps - 1 when a and
/// perhaps some tokens are removed.
struct LaggingHeaps {
  static constexpr std::size_t kReach = 2048;
  /// Bytes of one copy.
  static constexpr std::size_t kCopy = (kReach + kCoverHeaps) / 8 + 64;

  /// Eight copies for each value in `order`: bit i of copy s says whether heap n0 - lag - kReach + s + i has it.
  const std::uint8_t* copies = nullptr;
  const std::uint32_t* order = nullptr;
  std::size_t values = 0;
  /// What is removed in all when a has value u, less the lag: distances[ends[u]] up to, but without, distances[ends[u + 1]].
  const std::uint16_t* distances = nullptr;
  const std::uint32_t* ends = nullptr;
};

/// Adds to `covered` the heaps from n0 on that have an option of two such heaps whose values add up to `target`. Stops
/// when all are covered, and says whether they are.
bool cover_lagging(const LaggingHeaps& heaps, std::uint32_t target, std::uint64_t* covered);

/// Heaps that one call of hit_by_shifts() looks at.
inline constexpr std::size_t kShiftHeaps = 64;

/// The heaps i of 64, as bits, for which heaps[i - distances[j]] xor added[j] is candidates[i] for some j < count.
std::uint64_t hit_by_shifts(const std::uint8_t* heaps, const std::uint64_t* distances, const std::uint8_t* added,
                            std::size_t count, const std::uint8_t* candidates);
std::uint64_t hit_by_shifts(const std::uint16_t* heaps, const std::uint64_t* distances, const std::uint16_t* added,
                            std::size_t count, const std::uint16_t* candidates);
std::uint64_t hit_by_shifts(const std::uint32_t* heaps, const std::uint64_t* distances, const std::uint32_t* added,
                            std::size_t count, const std::uint32_t* candidates);

/// Whether lower[i] xor upper[-i] is `target` for some 0 <= i < count.
bool has_pair(const std::uint8_t* lower, const std::uint8_t* upper, std::size_t count, std::uint8_t target);
bool has_pair(const std::uint16_t* lower, const std::uint16_t* upper, std::size_t count, std::uint16_t target);
bool has_pair(const std::uint32_t* lower, const std::uint32_t* upper, std::size_t count, std::uint32_t target);

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
