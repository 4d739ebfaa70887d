// The player that makes no mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/play/sum_moves.h"

namespace bouton {

/// The best of `moves` (Solver::moves; at least one): the win that is nearest, else a draw, else the loss that is farthest.
/// Where remotenesses are not known, and among equals, the first.
std::size_t perfect_move(std::span<const MoveValue> moves);

/// The same, but among losses that are equally far the one that is hardest to answer: that leaves the opponent the fewest
/// winning moves. `moves` are those of `sum`, which `solver` knows. Looks at 100 of them at most.
std::size_t hardest_move(Solver& solver, const Sum& sum, std::span<const MoveValue> moves);

/// What the player who does not move forbids of `moves` (Solver::moves, in their order), up to `most` of them, under the `play`
/// that the rules state (play_as_written): where that player wins, all that would not let it, and the farthest of the others;
/// where a draw is held, what would win; else the nearest wins, for the sake of delay. Numbers in ascending order.
std::vector<std::size_t> best_to_forbid(std::span<const MoveValue> moves, std::uint64_t most, Play play);

/// A move among more than can be valued one by one, and the outcome of what it leads to.
struct FoundMove {
  Integer number;
  Outcome outcome = Outcome::P;
};
/// A winning move of `sum`, which has `moves`, if there is one; else one that holds the draw; where all lose, the first. Throws
/// what the solver throws; RequestError where a draw can be held, but not by any of the first thousand.
FoundMove find_move(Solver& solver, const Sum& sum, const SumMoves& moves);

}  // namespace bouton
