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

}  // namespace bouton
