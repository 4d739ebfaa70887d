// How many options the positions of a region have, splits among them, without looking at any.
#pragma once

#include "engine/program/analysis/ranges.h"
#include "engine/program/move_program.h"

namespace bouton {

/// About how many options one position of the region has that the ranges are of: loops as half as long as at most, guards as if
/// they held. An estimate for choosing, no bound.
double estimated_options(const MoveProgram& program, const Ranges& ranges);

/// The most that a single position of these coordinates has, loops counted in full.
double most_options(const MoveProgram& program, PositionView position);
/// The most that any position with coordinates in these ranges has.
double most_moves(const MoveProgram& program, const std::vector<Interval>& coordinates);

}  // namespace bouton
