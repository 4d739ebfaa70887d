// Moves turned round: from a position to all positions that have it as an option.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/linear/inequalities.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/program/analysis/move_families.h"
#include "engine/table/shape/region.h"

namespace bouton {

/// A bound of a counted variable: the quotient, rounded to the inside, of a sum of what is known before it.
struct CountBound {
  Affine sum;
  std::int64_t divisor = 1;
};

/// Variables 0 to d - 1 are the coordinates of the option. The others are counted one inside the other: for every value between
/// its bounds, which depend on those before it. So `source` runs through the positions that have the option by this move.
struct TurnedMove {
  int line = 0;
  std::vector<Affine> conditions;  ///< of the option alone: these are <= 0, or no position has it
  struct Count {
    std::vector<CountBound> least, greatest;  ///< neither empty
  };
  std::vector<Count> counts;  ///< outermost first
  std::vector<Affine> source;
};

/// The moves of a region, turned round, and which of its positions exist.
struct TurnedMoves {
  std::vector<TurnedMove> moves;
  std::vector<Affine> valid;  ///< of the coordinates: these are <= 0 for positions that exist; none where all do
};

/// How far apart in a numbering of positions neighbours along each axis are; negative where it counts down.
using Strides = std::vector<std::int64_t>;

/// The moves of the positions of a region, turned round. What is counted innermost has the least stride of those that it can
/// have. Refused where a move is not linear, or where it is not shown that every option of a valid position lies in the region
/// and is valid: then it may be an error of the rule. Milliseconds.
Result<TurnedMoves> turned_moves(const MoveFamilies& families, const Region& region, const MoveProgram* valid,
                                 const Strides& strides);

}  // namespace bouton
