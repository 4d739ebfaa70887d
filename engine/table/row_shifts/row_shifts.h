// Outcomes of rules whose moves are, along one axis, shifts by amounts that do not depend on that axis.
//
// The outcomes of one row are bits; a row is the NOR of shifted rows, 64 positions and more a word operation, and only
// as much of each row is kept as the greatest shift reaches.
//
// Where the rows have no end, or far more than were asked about, only the rows up to a cap are kept, with two bits a
// position: "certainly P" and "possibly P", each the NOR of shifts of the other. Of what lies above the cap nothing is
// assumed: certainly P is nothing there, possibly P is everything. Where the two agree the outcome is proved. If they
// disagree in a row that was asked about, the cap is raised.
//
// Where they win: rows without an end. `bouton positions nimrod 1:30000 1:1 --count --threads 1` takes 0.01 s by `--method
// table:row-shifts`, 1.9 s by `table:native` and 11 s by `table:batch`; to 300,000 it takes 0.02 s, and others would need 335
// GiB. Of boxes with few rows other kernels are as fast: copycat to 62,499, 3 takes 0.001 s, and 0.003 s by `table:native`.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/shape/region.h"
#include "engine/table/shape/shapes.h"
#include "engine/values/resumable_run.h"

namespace bouton {

struct RowShiftProblem {
  const RowShifts* shape = nullptr;
  /// Holds all options of `asked`; its box may be far too large to be solved.
  const Region* region = nullptr;
  Box asked;
  Play play = Play::normal;  ///< normal or misère
};

/// How the outcomes were found.
struct RowShiftReport {
  std::uint64_t rows = 0;  ///< kept in the last attempt
  bool capped = false;     ///< whether there are rows above; the outcomes are proved all the same
  std::uint64_t attempts = 1;
  std::size_t memory = 0;  ///< bytes
};

/// Calls `visit` with the outcomes of the asked positions, as bits (1: P), all rows for one stretch along the axis after
/// another: `visit(row, from, count, bits)`, `row` the number of the row among the asked ones (in the order of the box
/// without the axis), bit i of `bits` the position `from` + i along the axis, from a multiple of 64 places from the
/// first call on. Every asked position is visited once, rows in order within a stretch.
/// O(rows * length / 64) word operations for each move of a row.
/// Throws LimitError where the rows do not fit the memory, as far as that is known before it starts, and Interrupted.
/// With `cap` not 0 the first attempt keeps so many rows along the longest row axis.
/// With `resumable`, a run whose axis is the first: goes on from there, and tells it after stretches how many positions of the
/// box have been visited.
using RowVisitor = std::function<void(std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits)>;
Result<RowShiftReport> row_shift_outcomes(const RowShiftProblem& problem, const Budget& budget, const RowVisitor& visit,
                                          std::uint64_t cap = 0, ResumableRun* resumable = nullptr);

/// What row_shift_outcomes would do, for estimates and explanations.
struct RowShiftEstimate {
  std::uint64_t region_rows = 0;
  bool capped = false;
  double kept_rows = 0;     ///< about so many where there is a cap, else all
  std::uint64_t moves = 0;  ///< of a row, greatest seen
  double word_operations = 0;
  std::size_t bytes = 0;  ///< of the rows that are kept
};
Result<RowShiftEstimate> estimate_row_shifts(const RowShiftProblem& problem);

}  // namespace bouton
