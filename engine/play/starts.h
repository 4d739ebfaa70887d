// Positions to start from.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton {

/// The fewest numbers that `position` can be given by: those that `start` takes, where it leads there, else all.
BigPosition given_as(const Game& game, const BigPosition& position);

/// The position given by twice the numbers that give `position`, those with bounds or names left as they are; the same position
/// where that is none of the game's.
BigPosition doubled(const Game& game, const BigPosition& position);

/// The least and the greatest value of each number that a position is given by: of all its coordinates, of those that `start`
/// takes, or of so many piles.
using StartRanges = std::vector<std::pair<Integer, Integer>>;

/// A position whose numbers are chosen by chance within `ranges`, each value with the same chance, whoever wins there. Throws
/// RequestError if no position of the game is soon found.
BigPosition start_within(const Game& game, const StartRanges& ranges, Random& random);

/// Where the game itself begins by chance (Game::random_start), whoever wins there; else a position about as large as `like`
/// that the player who moves first wins, of terms one a few moves below it, if one is soon found. Throws what the solver
/// throws.
std::optional<BigPosition> random_start(const Game& game, const BigPosition& like, Solver& solver, std::size_t game_number,
                                        Random& random);

/// A position by chance that has a move, whoever wins there: of numbers, one about as large as `like`; of cells and terms, one
/// a few moves below it. Nothing where none is soon found. Throws what rules throw.
std::optional<BigPosition> position_by_chance(const Game& game, const BigPosition& like, Random& random);

}  // namespace bouton
