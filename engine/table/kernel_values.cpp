#include "engine/table/kernel_values.h"

#include <algorithm>

#include "engine/program/analysis/traps.h"
#include "engine/table/batch/batch.h"
#include "engine/table/components/component_values.h"
#include "engine/table/marking/marking.h"
#include "engine/table/row_shifts/shift_values.h"
#include "engine/table/steps/step_values.h"
#include "engine/table/thresholds/threshold_table.h"

namespace bouton {
namespace {

Result<bool> batch_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink) {
  budget.check_memory(bytes_of_table(analysis.region->box, *analysis.order, problem.box), "the table");
  auto solved = solve_batch({.program = problem.moves,
                             .region = &*analysis.region,
                             .order = &*analysis.order,
                             .play = problem.play,
                             .terminal = problem.terminal,
                             .valid = problem.valid,
                             .kind = problem.kind},
                            budget);
  if (!solved) return solved.refusal();
  sink.take_table(make_table(*std::move(solved), problem.box, problem.kind, budget));
  return true;
}

Result<bool> native_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink) {
  const Result<NativeProblem> native = native_problem(problem);
  if (!native) return native.refusal();
  auto solved = solve_native(*native, *analysis.probe, budget);
  if (!solved) return solved.refusal();
  sink.take_table(*std::move(solved));
  return true;
}

Result<bool> threshold_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                              ValueSink& sink) {
  const auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (!solved) return solved.refusal();
  solved->hand_out(problem.box, budget, sink);
  return true;
}

Result<bool> marked_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink) {
  const auto marked = mark_positions({.program = problem.moves,
                                      .moves = &*analysis.turned,
                                      .region = &*analysis.region,
                                      .order = &*analysis.order,
                                      .convention = {problem.play, problem.blocking}},
                                     budget);
  if (!marked) return marked.refusal();
  marked->hand_out(problem.box, budget, sink);
  return true;
}

}  // namespace

RayProblem ray_problem(const TableProblem& problem, const TableAnalysis& analysis, std::int64_t rows_at_once) {
  return {.rays = *analysis.rays,
          .region = analysis.region->box,
          .asked = problem.box,
          .kind = problem.kind,
          .play = problem.play,
          // A value that no table has bounds nothing.
          .greatest = std::min<std::uint64_t>(analysis.plan.stripes->greatest, Table::kInfinite - 1),
          .rows_at_once = rows_at_once};
}

Result<bool> hand_values(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink,
                         std::int64_t rows_at_once) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_values(ray_problem(problem, analysis, rows_at_once), budget, sink);
    case TableKernel::row_shifts:
      return shift_values({&*analysis.shifts, &*analysis.region, problem.box, problem.play}, budget, sink);
    case TableKernel::thresholds: return threshold_values(problem, analysis, budget, sink);
    case TableKernel::components:
      component_values({&*analysis.components, problem.box, problem.kind, problem.play}, budget, sink);
      return true;
    case TableKernel::steps:
      step_values({&*analysis.steps, problem.box, problem.kind, problem.play}, budget, sink);
      return true;
    case TableKernel::marking: return marked_values(problem, analysis, budget, sink);
    case TableKernel::batch: return batch_values(problem, analysis, budget, sink);
    case TableKernel::native: return native_values(problem, analysis, budget, sink);
  }
  return Refusal{};
}

bool goes_on(const TableAnalysis& analysis) {
  return analysis.rays || analysis.thresholds || (analysis.shifts && analysis.shifts->axis == 0);
}

std::optional<Refusal> find_trap(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  // It looks at every option itself, or that has been done.
  if (analysis.plan.kernel == TableKernel::native || analysis.is_listed) return std::nullopt;
  if (!analysis.region) return std::nullopt;  // thresholds of a program that never traps
  const Box& box = analysis.region->box;
  if (problem.valid != nullptr) {
    const TrapProgram traps = trap_program(*problem.valid, ranges(*problem.valid, intervals(box)));
    if (auto refusal = find_trap(traps, box, nullptr, nullptr, budget)) return refusal;
  }
  const Box* const inside = analysis.plan.kernel == TableKernel::row_shifts ? &box : nullptr;
  return find_trap(trap_program(*problem.moves, analysis.region->ranges, inside), box, problem.valid, inside, budget);
}

std::optional<TableAnalysis> second_choice(const TableProblem& problem, const TableAnalysis& first, const Budget& budget) {
  if (first.plan.kernel == TableKernel::batch || problem.moves == nullptr || problem.only || problem.blocking > 0)
    return std::nullopt;
  auto second = analyse_table(problem, KernelChoice::batch_only);
  if (!second) return std::nullopt;
  if (second->plan.bytes > budget.memory) return std::nullopt;
  return *std::move(second);
}

}  // namespace bouton
