// The values of rules of steps, handed to a sink in the order of the box.
//
// Where they win: `bouton table slow-nim 2000 2000 --threads 1 -o t.npy` takes 0.04 s by `--method table:steps` and 0.18 s by
// `table:batch`, with 31 and 28 MiB. Where machine code is possible, that is as fast: of corner-the-king, to the same size,
// steps take 0.06 s, `table:native` 0.05 s, and `table:batch` 0.22 s.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/steps/step_layout.h"
#include "engine/values/value_sink.h"

namespace bouton {

struct StepProblem {
  const StepLayout* layout = nullptr;
  Box asked;  ///< a part of the layout's region
  ValueKind kind = ValueKind::grundy;
  Play play = Play::normal;  ///< normal or misère
};

/// All values are found before the first is handed on, a byte each where they are small. Throws LimitError where that does not
/// fit the memory, Interrupted, and what the sink throws.
void step_values(const StepProblem& problem, const Budget& budget, ValueSink& sink);

/// What that takes, without the sink.
struct StepEstimate {
  double seconds = 0;          ///< of one thread
  std::size_t bytes = 0;       ///< at most
  std::uint64_t greatest = 0;  ///< no value is greater
};
StepEstimate estimate_steps(const StepProblem& problem);

}  // namespace bouton
