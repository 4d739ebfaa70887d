// The moves of a take-and-break game in which a bounded number of tokens is removed and at most two heaps are left; how many
// moves any such game has.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/heap/code/take_and_break.h"

namespace bouton {

/// The numbers of tokens that may be removed to leave no heap, one heap, two heaps; ascending.
struct BoundedMoves {
  std::vector<std::uint64_t> none, one, two;
  bool unequal = false;  ///< two heaps must differ in size
  std::uint64_t most_removed = 0;
};

/// The moves of `game`; nothing if its digits repeat, leave three heaps or more, or ask for heaps of equal size.
std::optional<BoundedMoves> bounded_moves(const TakeAndBreak& game);

/// About how many options a heap >= 0 of any take-and-break game has, without listing them: as if the heaps that a move leaves
/// could have any sizes. O(digits).
double estimated_options(const TakeAndBreak& game, Coordinate heap);

}  // namespace bouton
