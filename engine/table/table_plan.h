// The analysis of a TableProblem: which kernel will solve it, and everything that the kernel needs to know.
#pragma once

#include <optional>
#include <vector>

#include "engine/table/components/axis_games.h"
#include "engine/table/marking/turned_moves.h"
#include "engine/table/native/native_table.h"
#include "engine/table/shape/region.h"
#include "engine/table/shape/shapes.h"
#include "engine/table/steps/step_layout.h"
#include "engine/table/table_problem.h"

namespace bouton {

/// Has the parts that the kernel of the plan needs.
struct TableAnalysis {
  std::optional<Region> region;  ///< all kernels but thresholds; none where only control flow is known
  std::optional<Rays> rays;
  std::optional<RowShifts> shifts;
  std::optional<Thresholds> thresholds;
  std::optional<Region> threshold_region;  ///< without bounds along the thresholds' axis
  std::optional<std::vector<AxisGame>> components;
  bool is_listed = false;  ///< planning has come to every option of the components, and no error was raised
  std::optional<StepLayout> steps;
  std::optional<TurnedMoves> turned;  ///< of marking
  std::optional<SolveOrder> order;    ///< of marking and of the batch interpreter
  std::optional<NativeProbe> probe;   ///< of the native kernel
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

/// The plan alone.
Result<TablePlan> plan_table(const TableProblem& problem);

}  // namespace bouton
