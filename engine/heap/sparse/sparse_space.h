// The parts of the sparse way that its steps share: what is rare, and which options come of that.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/heap/code/moves.h"
#include "engine/heap/values/pair_covers.h"
#include "engine/heap/values/value_classes.h"

namespace bouton {

/// The heaps whose values are found before the rare values below them are looked at.
inline constexpr std::size_t kSparseBlock = kCoverHeaps;

/// What is known of the game's rare heaps.
struct SparseSpace {
  BoundedMoves moves;
  ValueClasses classes;
  std::size_t limit = 0;                      ///< a power of two above all values
  std::vector<Shift> rare;                    ///< ascending; distance: the rare heap itself
  std::array<std::vector<Grundy>, 2> common;  ///< below limit, ascending: the common values of an even, an odd heap

  /// For which heaps a value below the limit is rare: bit 0 for even ones, bit 1 for odd ones.
  std::vector<std::uint8_t> rare_parities;

  bool is_rare(Grundy value, std::uint64_t heap) const { return (rare_parities[value] >> heap % 2 & 1) != 0; }
  /// Bit i says whether the value is rare at heap first + i. The same for the words that follow, as 64 is even.
  std::uint64_t rare_word(Grundy value, std::uint64_t first) const {
    constexpr std::uint64_t kEverySecond = 0x5555555555555555;
    return (is_rare(value, first) ? kEverySecond : 0) | (is_rare(value, first + 1) ? kEverySecond << 1 : 0);
  }
};

/// The first `count` heaps of a block.
BlockBits first_heaps(std::size_t count);

/// All rare heaps with all numbers of tokens that moves which leave two heaps remove, ascending, each once.
std::vector<Shift> rare_shifts(const SparseSpace& space);

}  // namespace bouton
