// Rules of constant steps, found in their moves.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/result.h"
#include "engine/program/analysis/move_families.h"
#include "engine/table/shape/region.h"
#include "engine/table/shape/step_set.h"
#include "engine/table/table_problem.h"

namespace bouton {

/// At most so many steps are looked for.
inline constexpr std::size_t kMostSteps = 4096;

/// The steps of the region's positions, from the families of the moves: a list of vectors, each for all positions from which it
/// stays in the region. Rays of a bounded length are steps, too. Refused where something else decides whether an option exists.
Result<StepSet> find_step_set(const MoveFamilies& families, const Region& region);

/// The region of a problem, and the steps of its positions: the door through which all that finds steps is asked. Looks for
/// them in the families of the moves, where there are some, and then in their control flow, for a part of `seconds`, what
/// the table takes otherwise.
struct RegionSteps {
  Box region;
  StepSet set;
};
Result<RegionSteps> step_set_of(const TableProblem& problem, const std::optional<Region>& region,
                                const std::optional<MoveFamilies>& families, double seconds);

}  // namespace bouton
