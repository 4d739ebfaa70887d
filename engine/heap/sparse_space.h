// The parts of the sparse way that its steps share: what is rare, and which options come of that.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/heap/moves.h"
#include "engine/heap/pair_covers.h"
#include "engine/heap/value_classes.h"

namespace bouton {

/// The heaps whose values are found before the rare values below them are looked at.
inline constexpr std::size_t kSparseBlock = kCoverHeaps;

/// What is known of the game's rare heaps.
struct SparseSpace {
  BoundedMoves moves;
  ValueClasses classes;
  std::size_t limit = 0;    ///< a power of two above all values
  std::vector<Shift> rare;  ///< ascending; distance: the rare heap itself
  std::array<std::vector<Grundy>, 2> common;  ///< below limit, ascending: the common values of an even, an odd heap

  std::vector<std::uint8_t> parities;  ///< below limit: what rare_parities() says

  /// For which heaps a value is rare: bit 0 for even ones, bit 1 for odd ones.
  unsigned rare_parities(Grundy value) const { return parities[value]; }
};

/// All rare heaps with all numbers of tokens that moves which leave two heaps remove, ascending, each once.
std::vector<Shift> rare_shifts(const SparseSpace& space);

}  // namespace bouton
