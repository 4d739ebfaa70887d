// Why the Grundy value of a position is what it is.
#pragma once

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/why/reason.h"

namespace bouton {

/// The value as the least number that no option has: an option for each lesser number, and what the others have; of a sum the
/// digits of the nim-sum, and the same of each different component. Under normal play. Throws RequestError where there are no
/// Grundy values, LimitError where options are too many to be looked at, and as Solver does.
Reason why_value(const Games& games, const Sum& sum, Solver& solver, const Budget& budget);

}  // namespace bouton
