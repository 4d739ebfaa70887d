// Tables that are handed out in stripes: what the shape of a rule allows to be solved with no more in memory than what later
// positions need.
//
// Rays keep their lines and the latest rows; thresholds one number for each value of the other coordinates; row shifts along
// the first axis the rows behind the present stretch, along another axis a bit a position, as marks do. The batch interpreter
// and machine code, whose options may lie anywhere, have no stripes.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/table_plan.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// Hands the values of the box to `sink`, for a problem whose plan has stripes, and goes on where that has begun. The same
/// values as solve_table's. Refused, before anything is handed out, where the rule traps. Throws as hand_values.
Result<bool> stream_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink,
                          std::int64_t rows_at_once = 0);

/// Whether the values are found fastest with all in memory, and yet can be handed on row by row while others are found.
bool is_filled_by_rows(const TableProblem& problem, const TableAnalysis& analysis);
/// Hands them on so, for a problem of which this is true. Takes no more memory than solve_table. Refused and throws as
/// stream_table.
Result<bool> fill_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink);

}  // namespace bouton
