// Whether a program can be shown to raise no error at any position of a box, so that of a position that is known to be won no
// more options need be looked at.
//
// An abstract interpretation over zones (zone.h), block by block until nothing changes, with widening. Expressions that have
// been computed before are noticed, so that the guard `t * t <= a` bounds `a - t * t`.
#pragma once

#include <optional>

#include "engine/base/refusal.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"

namespace bouton {

/// What might go wrong at a position of `box`: a trap, or an option that is not in the domain; nothing where it is shown that
/// neither can be. That a loop may never end is not looked at. O(blocks x registers squared), bounded.
std::optional<Refusal> find_danger(const FlowProgram& program, const Domain& domain, const Box& box);

}  // namespace bouton
