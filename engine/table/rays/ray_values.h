// All values of rules whose moves are rays, handed to a sink in the order of the box: of the whole box, or of one slab of it.
#pragma once

#include <cstdint>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/rays/ray_rows.h"
#include "engine/table/shape/shapes.h"
#include "engine/table/slabs/slab.h"
#include "engine/values/value_sink.h"

namespace bouton {

struct RayProblem {
  const Rays& rays;
  const Box& region;  ///< holds all options of its positions
  const Box& asked;   ///< inside the region
  ValueKind kind = ValueKind::grundy;
  Play play = Play::normal;
  std::uint64_t greatest = 0;     ///< no value is greater; of outcomes, the number of N
  std::int64_t rows_at_once = 0;  ///< of Grundy values; 0: as many as suit
  bool keeps_cells = false;  ///< Grundy values of the whole region, none of which an earlier run has found: with all in memory
};

/// The part of one of several machines.
struct RaySlab {
  SlabPart part;
  std::uint64_t known_rows = 0;  ///< rows of the region that an earlier run has found
  RowCourse course = {};         ///< `reached` is empty where the run cannot be gone on with
};

/// How far the columns of slabs must reach back; refused where there are no slabs.
Result<std::int64_t> reach_of_slabs(const RayProblem& problem);

/// Refused where a guard has no value. Memory and cost: ray_grundy.h, ray_outcomes.h. Of Grundy values a run can be gone on
/// with only where all of the region is asked for. `slab` may be null; else the sink's begin() has been called, and the slab's
/// course is told how far the run has come instead of the sink.
Result<bool> ray_values(const RayProblem& problem, const Budget& budget, ValueSink& sink, const RaySlab* slab = nullptr);

}  // namespace bouton
