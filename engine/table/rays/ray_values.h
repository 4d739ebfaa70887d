// All values of rules whose moves are rays, handed to a sink in the order of the box: of the whole box, or of one slab of it.
//
// Where they win: wherever all moves go along straight lines and there are two coordinates or more. `scripts/bench --kernels
// 500 "wythoff 499"` takes, of the Grundy values, 0.001 s by rays and 0.07 s by `table:native`; of the remoteness 0.001 s,
// 0.013 s by `table:steps` and 0.04 s by `table:batch`. With guards rays win by less, or not at all: of acrostic-twins all
// values take 0.001 s and 0.02 to 0.05 s by the next best, of end-nim to 61, 61, 61 they take 0.012 to 0.018 s, and 0.005 to
// 0.012 s by `table:native`.
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
  ResumableRows resumable = {};  ///< `reached` is empty where the run cannot be gone on with
};

/// How far the columns of slabs must reach back; refused where there are no slabs.
Result<std::int64_t> reach_of_slabs(const RayProblem& problem);

/// Refused where a guard has no value. Memory and cost: ray_grundy.h, ray_outcomes.h. Of Grundy values a run can be gone on
/// with only where all of the region is asked for. `slab` may be null; else the sink's begin() has been called, and the slab's
/// resumable run is told how far the run has come instead of the sink.
Result<bool> ray_values(const RayProblem& problem, const Budget& budget, ValueSink& sink, const RaySlab* slab = nullptr);

}  // namespace bouton
