// Coordinates that may be permuted among themselves, in order.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/position/position.h"

namespace bouton {

/// Puts all coordinates in ascending order. Fast for a few that are nearly sorted, as in most positions.
void sort_coordinates(Position& position);
/// Puts those of the group in ascending order; the others stay. `group` has different indices of coordinates, ascending.
void sort_group(Position& position, const std::vector<std::size_t>& group);

}  // namespace bouton
