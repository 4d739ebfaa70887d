// Inner loops for heaps beyond all rare ones, compiled for several instruction sets and chosen at run time. Values are
// reduced ones (reduced_values.h), a byte each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton {

/// Heaps that are found together: a number of groups.
inline constexpr std::size_t kTailBlock = 512;
inline constexpr std::size_t kTailGroup = 64;
/// Reduced values are less than this.
inline constexpr unsigned kTailLimit = 64;
/// Bytes of a block, a bit a heap.
inline constexpr std::size_t kTailBytes = kTailBlock / 8;

/// Heap n has no value `added` xor that of heap n - distance.
struct TailShift {
  std::uint32_t distance;
  std::uint8_t added;
  friend auto operator<=>(const TailShift&, const TailShift&) = default;
};

/// All that exclude a value, by how many heaps can be looked at together.
struct TailShifts {
  /// Distances 1 to kMiddle - 1; those from there to kTailGroup - 1; the others.
  static constexpr std::uint32_t kMiddle = 16;
  std::vector<TailShift> near, middle, far;
};

/// Finds the reduced values of heaps[0], heaps[1], ..., `groups` groups of them: the least that no shift excludes. Reads as
/// many bytes before them as the longest shift. Ends before a heap that has none below `limit` = 16, 32 or 64; returns how many
/// are found.
std::size_t solve_tail(std::uint8_t* heaps, std::size_t groups, const TailShifts& shifts, unsigned limit);

/// For each value below `limit` a plane: from `planes` + value * stride on, bit i says whether heaps[i] has it, for a block.
void write_planes(const std::uint8_t* heaps, unsigned limit, std::uint8_t* planes, std::size_t stride);

/// Pairs of heaps, as lists of those whose values add up to each target.
struct TailPairs {
  /// Of each a plane's number times the stride, minus an eighth of the distance; those of target x end at ends[x].
  std::vector<std::int32_t> entries;
  std::vector<std::uint32_t> ends;
};

/// Whether each heap of a block, whose planes begin at `planes`, has a pair for every target below its value, and for its
/// value where bit i % 8 of own[value] is set. `left` gets kTailBytes bytes for each target below `limit`: the heaps without.
bool covers_tail(const std::uint8_t* planes, std::size_t stride, unsigned limit, const std::uint8_t* own,
                 const TailPairs& pairs, std::uint8_t* left);

/// The i < kTailBlock for which heaps[i - j] is pattern[j] for all j < kPatternHeaps, as bits.
inline constexpr std::size_t kPatternHeaps = 6;
void find_pattern(const std::uint8_t* heaps, const std::uint8_t* pattern, std::uint64_t* found);

}  // namespace bouton
