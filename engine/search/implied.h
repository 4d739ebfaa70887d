// What the outcomes of a few positions imply for others, by the moves alone.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/position/box.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton {

struct Implied {
  /// Outcomes; a position of which nothing is known is one that is not valid.
  Table outcomes;
  std::uint64_t known = 0;  ///< how many of the box are known, what was given included
  /// A position that would be both P and N, if one was found: then what was given cannot be, and nothing is known.
  std::optional<Position> contradiction;
};

/// Closes what is given, as far as the box shows the moves, under four conclusions: with an option that is P a position is N;
/// with all options N it is P (without any, as play says); all options of a P-position are N; the last option of an N-position
/// that is not known to be N is P. They are all that the moves of one position tell; what a longer argument by cases would find
/// is not found. A move that splits the game, and one out of the box to a position that no other one leads to, are options of
/// which nothing is ever known. Throws RequestError for a given position outside of the box, not valid or a draw; LimitError,
/// Interrupted. O(moves of the box).
Implied implied_outcomes(const Rules& rules, const Box& box, const std::vector<std::pair<Position, Outcome>>& given,
                         const Budget& budget);

}  // namespace bouton
