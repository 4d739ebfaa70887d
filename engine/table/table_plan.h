// The analysis of a TableProblem: which kernel will solve it, and everything that the kernel needs to know.
#pragma once

#include <optional>
#include <vector>

#include "engine/table/marking/turned_moves.h"
#include "engine/table/native/native_table.h"
#include "engine/table/shape/region.h"
#include "engine/table/shape/shapes.h"
#include "engine/table/table_solver.h"

namespace bouton {

/// Has the parts that the kernel of the plan needs.
struct TableAnalysis {
  std::optional<Region> region;  ///< all kernels but thresholds
  std::optional<Rays> rays;
  std::optional<RowShifts> shifts;
  std::optional<Thresholds> thresholds;
  std::optional<Region> threshold_region;  ///< without bounds along the thresholds' axis
  std::optional<TurnedMoves> turned;       ///< of marking
  std::optional<SolveOrder> order;         ///< of marking and of the batch interpreter
  std::optional<NativeProbe> probe;        ///< of the native kernel
  TablePlan plan;
};

/// The problem for the native kernel; refused where the moves are not known as control flow.
Result<NativeProblem> native_problem(const TableProblem& problem);

/// Which kernels may be chosen.
enum class KernelChoice {
  any,
  batch_only  ///< after the kernel of a shape has refused
};

/// Refused where no kernel fits. Takes milliseconds.
Result<TableAnalysis> analyse_table(const TableProblem& problem, KernelChoice choice = KernelChoice::any);

/// solve_table and visit_p_positions for a problem that has been analysed; for the latter with positions_only set.
Result<Table> solve_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);
Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const std::function<void(PositionView)>& visit, Course* course = nullptr);

/// Why the kernel of a plan must not be used: the rule raises an error at some position of the region. What would be wrong with
/// an option is seen by the kernel that follows it; only row shifts leave out rows.
std::optional<Refusal> find_trap(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget);

}  // namespace bouton
