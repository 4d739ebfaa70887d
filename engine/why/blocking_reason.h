// The reason for an outcome where options are forbidden before each move.
#pragma once

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/why/reason.h"

namespace bouton {

/// Whether options are forbidden in a game of the sum (Rules::blocking).
bool has_blocking(const Games& games, const Sum& sum);

/// Adds why a position, whose answer by `solver` is `answer`, is won or lost: how many of its options are P, and what the
/// player who does not move must forbid, or why that does not avail.
void add_blocking_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                         Reason& reason);

}  // namespace bouton
