// The reason for an outcome where moves oblige.
#pragma once

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/why/reason.h"

namespace bouton {

/// Whether moves oblige in a game of the sum, or the player to move is obliged.
bool has_obligations(const Games& games, const Sum& sum);

/// Adds why `sum`, whose answer by `solver` is `answer`, is won or lost: the values of its components, what a loony one is,
/// and, move by move, what the winner does.
void add_obligation_reason(const Games& games, const Sum& sum, const Answer& answer, Solver& solver, const Budget& budget,
                           Reason& reason);

}  // namespace bouton
