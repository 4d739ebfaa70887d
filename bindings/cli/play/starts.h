// Positions to start from.
#pragma once

#include <optional>

#include "engine/base/random.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// The fewest numbers that `position` can be given by: those that `start` takes, where it leads there, else all.
BigPosition given_as(const Game& game, const BigPosition& position);

/// The position given by twice the numbers that give `position`, those with bounds or names left as they are; the same position
/// where that is none of the game's.
BigPosition doubled(const Game& game, const BigPosition& position);

/// A position about as large as `like` that the player who moves first wins, if one is soon found. Throws what the solver
/// throws.
std::optional<BigPosition> random_start(const Game& game, const BigPosition& like, Solver& solver, std::size_t game_number,
                                        Random& random);

}  // namespace bouton::cli
