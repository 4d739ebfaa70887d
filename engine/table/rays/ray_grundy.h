// Grundy values of rules whose moves are rays.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/shape/shapes.h"

namespace bouton {

/// Roughly how many bytes ray_grundy takes in addition to the cells.
std::size_t ray_grundy_memory(const Rays& rays, const Box& box);

/// The Grundy values of all positions of the box, which must hold all options of its positions. Normal play.
/// Each line along a ray keeps the set of values on it so far; a value is the first that all lines through a position
/// lack: some nanoseconds a position, whatever the number of options. A rule that is symmetric in
/// two equal axes of a two-dimensional box is computed on one half. Uses budget.threads.
Result<SolvedRegion> ray_grundy(const Rays& rays, const Box& box, const Budget& budget);

}  // namespace bouton
