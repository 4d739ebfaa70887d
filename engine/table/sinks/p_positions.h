// The P-positions of a box, one after another.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/table_plan.h"
#include "engine/values/resumable_run.h"

namespace bouton {

/// Calls `visit` with every P-position of the box, in the order of the box, and returns how many there are. The kind is
/// taken to be outcome. Keeps no table where the shape allows that: row shifts along the first axis, rays,
/// thresholds. Refused and throws as solve_table; LimitError, too, where after some of the P-positions no more can be told.
/// With `resumable`, goes on from where that has begun and tells it of the positions of the box that have been passed: by rays,
/// thresholds, and row shifts along the first axis. The count is of those visited.
Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const Budget& budget,
                                        const std::function<void(PositionView)>& visit, ResumableRun* resumable = nullptr);
/// The same for a problem that has been analysed, with positions_only set.
Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const std::function<void(PositionView)>& visit, ResumableRun* resumable = nullptr);

}  // namespace bouton
