// The values of one heap after the other.
#pragma once

#include <map>

#include "engine/plan/solver.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// The values of heaps up to `last`, as a table of one dimension. In a game of one coordinate they begin with its least
/// value; in one whose `start` takes one number, with the least value of the first coordinate, and heap n is the position
/// that start gives for n. Numbers that name no position have no value. Throws RequestError for other games.
/// `solver` is one for the game's rules.
Table heap_sequence(const Game& game, Solver& solver, Coordinate last, ValueKind kind, const Budget& budget = {});

/// The values along the one coordinate that is not in `fixed` (coordinate -> value), up to `last`. Throws RequestError
/// unless exactly one coordinate is free.
Table row_sequence(const Game& game, Solver& solver, const std::map<std::size_t, Coordinate>& fixed, Coordinate last,
                   ValueKind kind);

}  // namespace bouton
