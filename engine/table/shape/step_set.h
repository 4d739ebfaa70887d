// Moves that subtract one of a fixed set of vectors, wherever that leads to a position.
#pragma once

#include <vector>

#include "engine/position/position.h"

namespace bouton {

/// The options of each position p of a region are exactly the p - s, s in `steps`, none of whose coordinates is less than the
/// region's least. A step may have coordinates of either sign, but p - s never lies above the region.
struct StepSet {
  std::vector<Position> steps;  ///< each once, none of them 0
};

}  // namespace bouton
