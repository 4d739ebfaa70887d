// Tables that are handed out in stripes: what the shape of a rule allows to be solved with no more in memory than what later
// positions need.
//
// Rays keep their lines and the latest rows; thresholds one number for each value of the other coordinates; row shifts along
// the first axis the rows behind the present stretch, along another axis a bit a position. The batch interpreter, whose options
// may lie anywhere, has no stripes.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/table_plan.h"
#include "engine/table/table_solver.h"
#include "engine/values/stripes.h"

namespace bouton {

/// The number that no value in stripes of this plan is greater than: for outcomes that of N.
std::uint32_t greatest_of(const StripePlan& plan, ValueKind kind);

/// Hands the values of the box to `sink`, for a problem whose plan has stripe_bytes. The same values as solve_table's. Refused,
/// before anything is handed out, where the rule traps. Throws LimitError where the memory does not suffice, Interrupted, and
/// what the sink throws.
/// With `rows_at_once` not 0, Grundy values by rays are found for so many rows between two stops of the course.
Result<bool> stream_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, StripeSink& sink,
                          std::int64_t rows_at_once = 0);

}  // namespace bouton
