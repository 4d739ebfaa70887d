// The values of a box as a table in memory.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/table_plan.h"
#include "engine/values/table.h"

namespace bouton {

/// The values of the box. Refused where plan_table refuses, or where the rule traps (then the interpreter can report it).
/// Throws LimitError where memory does not suffice, before it starts, and Interrupted.
Result<Table> solve_table(const TableProblem& problem, const Budget& budget);
/// The same for a problem that has been analysed.
Result<Table> solve_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);

}  // namespace bouton
