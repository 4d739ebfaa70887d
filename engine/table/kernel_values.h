// The one door to the table kernels: each hands its values to a sink, in the order of the box. What becomes of them is the
// business of the sinks (engine/table/sinks/).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/rays/ray_values.h"
#include "engine/table/table_plan.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// Hands the values of an analysed problem to `sink`, by the kernel of the plan. Kernels that keep no table go on where the
/// sink has begun, and tell it how far they have come. Refused where the kernel finds that the rule raises an error, so that
/// the interpreter can report it; then, unless the sink may begin again, it has not been given anything. Throws LimitError
/// where the memory does not suffice, Interrupted, and what the sink throws. With `rows_at_once` not 0, Grundy values by rays
/// are found for so many rows between two stops of the run.
Result<bool> hand_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink,
                         std::int64_t rows_at_once = 0);

/// The same for the kernel of rays, which tells slabs, too. For an analysis that has rays.
RayProblem ray_problem(const TableProblem& problem, const TableAnalysis& analysis, std::int64_t rows_at_once = 0);

/// Whether P-positions are found as values are handed out, so that a run can go on with another.
bool goes_on(const TableAnalysis& analysis);

/// Why the kernel of a plan must not be used: the rule raises an error at some position of the region. What would be wrong with
/// an option is seen by the kernel that follows it; only row shifts leave out rows.
std::optional<Refusal> find_trap(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);

/// The analysis for the batch interpreter, after the kernel of a shape refused; nothing where it will not help.
std::optional<TableAnalysis> second_choice(const TableProblem& problem, const TableAnalysis& first, const Budget& budget);

}  // namespace bouton
