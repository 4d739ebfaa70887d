#include "engine/flow/steps/step_sets.h"

#include "engine/flow/flow_row.h"
#include "engine/flow/steps/step_finder.h"
#include "engine/program/construction/refused.h"

namespace bouton {

Result<StepSet> find_step_set(const FlowProgram& flow, const Box& region, std::uint64_t most_work, bool may_compile) {
  if (flow.dimensions == 0 || flow.dimensions > kMostFlowDimensions) return Refusal{"positions of this many coordinates"};
  if (flow.cells > 0) return Refusal{"positions that are boards or graphs"};
  if (!keeps_length(flow)) return Refusal{"moves to another number of piles"};
  if (region.dimensions() != flow.dimensions) return Refusal{"positions with another number of coordinates"};
  try {
    return StepFinder(flow, region, most_work, may_compile).find();
  } catch (const Refusal& refusal) {
    return refusal;
  } catch (const Refused& refused) {
    return Refusal{refused.construct};
  }
}

}  // namespace bouton
