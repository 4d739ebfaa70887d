// Rare and common heaps: the sparse space phenomenon, made explicit.
//
// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 4; A. Flammenkamp, Lange Perioden in
// Subtraktions-Spielen (1997), and his computations of octal games.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/values/grundy_values.h"

namespace bouton {

/// Splits heaps and values into rare and common so that two heaps of one class add up to a rare value, and two of
/// different classes to a common one, at every heap from which such a pair can be left. Heap n of value v is common
/// if the parity of popcount(v & mask) is odd, or, where `with_size` is set, if that parity plus n plus k is odd:
/// k is the number of tokens removed, whose parity is then the same in all moves that leave two heaps.
///
/// Any mask will do for that. A good one makes nearly all heaps common; then most options are common and common,
/// so rare, and a common value is excluded only by the few pairs with a rare heap.
struct ValueClasses {
  Grundy mask = 0;
  bool with_size = false;
  bool odd_removal = false;  ///< k is odd; only where with_size is set

  bool common(Grundy value, std::uint64_t heap) const {
    const auto parity = static_cast<unsigned>(std::popcount(value & mask));
    return ((parity + (with_size ? heap + (odd_removal ? 1 : 0) : 0)) & 1) != 0;
  }
  friend bool operator==(const ValueClasses&, const ValueClasses&) = default;
};

/// How many heaps have each value, by the parity of the heap: of value v at [v].
struct ValueCounts {
  std::vector<std::int64_t> even, odd;

  void add(Grundy value, std::uint64_t heap) {
    if (value >= even.size()) {
      even.resize(std::bit_ceil(std::size_t{value} + 1));
      odd.resize(even.size());
    }
    ++(heap % 2 == 0 ? even : odd)[value];
  }
};

/// The classes with the fewest rare heaps; the largest mask among equals. `removals` are the numbers of tokens that moves
/// which leave two heaps remove. O(v log v) for v values.
ValueClasses fit_classes(const ValueCounts& counts, std::span<const std::uint64_t> removals);

}  // namespace bouton
