// The values of all positions of a region, in the order in which they were solved.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/budget.h"
#include "engine/table/batch/lane_plan.h"
#include "engine/values/table.h"

namespace bouton {

struct SolvedRegion {
  CellLayout layout;
  std::vector<std::uint32_t> cells;  ///< as in Table, at the places that the layout says
};

/// `count` cells of one value; asks the system for large pages where it has them. With more threads than one they share
/// the work of getting fresh memory.
std::vector<std::uint32_t> make_cells(std::size_t count, unsigned threads = 1, std::uint32_t value = 0);

/// What a table of `box` takes, in bytes, together with the region of it, solved in that order: both, unless make_table takes
/// the cells over.
std::size_t bytes_of_table(const Box& region, const SolveOrder& order, const Box& box);

/// The part of the region that `box` names. Takes the cells over where box and order are the region's own; else
/// copies. Throws LimitError where the copy does not fit the budget.
Table make_table(SolvedRegion&& region, const Box& box, ValueKind kind, const Budget& budget);

}  // namespace bouton
