// The outcomes of a box as bits, row by row or stretch by stretch, from the kernels that keep no table. For an analysed
// problem.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/table/marking/marking.h"
#include "engine/table/rays/ray_rows.h"
#include "engine/table/row_shifts/row_shifts.h"
#include "engine/table/table_plan.h"

namespace bouton {

/// The first position of a row of the box, the axis at its least value, from the row's number.
Position row_position(const Box& box, std::size_t axis, std::uint64_t row);

/// The rows of the asked box as outcome bits, the first column of the box at bit `first`. The rows of the course are those of
/// the region. False if a guard has no value.
bool visit_ray_rows(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                    const std::function<void(PositionView row, std::uint64_t first, const std::uint64_t* bits)>& visit,
                    const RowCourse& course = {});

/// Some positions along the first axis, from `from` on: for each row (all other coordinates) of the box, its bits.
struct Stretch {
  Coordinate from = 0;
  std::size_t count = 0;
  std::vector<std::vector<std::uint64_t>> rows;  ///< bits behind `count` are 0
};
/// Row shifts along the first axis: one stretch after another. `course` may be null.
Result<RowShiftReport> visit_stretches(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                       Course* course, const std::function<void(const Stretch&)>& visit);

/// Row shifts along another axis: the outcomes of the whole box.
struct ShiftBits {
  std::size_t axis = 0;
  std::uint64_t words = 0;          ///< of each row
  std::vector<std::uint64_t> bits;  ///< of the rows (all coordinates but the axis), in their order

  bool is_p(const Box& box, PositionView position) const {
    std::uint64_t row = 0;
    for (std::size_t i = 0; i < box.dimensions(); ++i)
      if (i != axis) row = row * box.length(i) + static_cast<std::uint64_t>(position[i] - box.low()[i]);
    const auto at = static_cast<std::uint64_t>(position[axis] - box.low()[axis]);
    return (bits[row * words + at / 64] >> (at % 64) & 1U) != 0;
  }
};
std::uint64_t bytes_of_shift_bits(const Box& box, std::size_t axis);
/// Throws LimitError where the bits do not fit the budget.
Result<ShiftBits> find_shift_bits(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);

/// By marking: the outcomes of the whole region.
Result<MarkedRegion> marked_region(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);

}  // namespace bouton
