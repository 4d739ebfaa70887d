#include "engine/table/sinks/stripes.h"

#include "engine/table/kernel_values.h"

namespace bouton {

Result<bool> stream_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink,
                          std::int64_t rows_at_once) {
  if (!analysis.plan.stripes) return analysis.plan.stripes.refusal();
  if (sink.begun().done >= problem.box.size()) return true;
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  return hand_values(problem, analysis, budget, sink, rows_at_once);
}

bool is_filled_by_rows(const TableProblem& problem, const TableAnalysis& analysis) {
  return analysis.plan.kernel == TableKernel::rays && problem.kind == ValueKind::grundy;
}

Result<bool> fill_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, ValueSink& sink) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  RayProblem rays = ray_problem(problem, analysis);
  rays.keeps_cells = true;
  return ray_values(rays, budget, sink);
}

}  // namespace bouton
