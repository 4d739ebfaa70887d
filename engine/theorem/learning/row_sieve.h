// The P-positions of a game of two numbers, row by row: a row is what has one first number.
//
// Both sieves are about moves that take vectors (engine/theorem/learning/sieve.h): once the rows below are known, each
// P-position in them keeps stretches of a row from being P, and what is left of the row is gone through from 0 on.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/theorem/learning/sieve.h"

namespace bouton {

/// Moves that take all vectors (t, 0) and (0, t) for t >= 1, perhaps diagonals, and few others.
struct TakenLines {
  /// All (s, s + difference) for s >= first, where first and first + difference are at least 1.
  struct Diagonal {
    Coordinate difference = 0, first = 1;
  };
  std::vector<Diagonal> diagonals;
  std::vector<Position> others;
  /// The positions from which not all of this may be taken, in lexicographic order, and what may be taken there.
  std::vector<Position> exceptions = {};
  std::vector<GuardedVectors> at_exceptions = {};
};
/// Nothing where the moves are no such ones, or there are exceptions under other than normal play.
std::optional<TakenLines> taken_lines(const std::vector<GuardedVectors>& moves, Play play, AutomataWorkspace& workspace);

/// Calls `visit` with the P-positions whose numbers are from 0 to `bound`, in lexicographic order. Beside the exceptions a row
/// has one of them at most: so it takes about O(bound times diagonals) where the columns and diagonals that P-positions are on
/// fill up in their order. Throws AutomatonTooLarge where that takes more steps than there are, Interrupted.
/// Positions for which `is_won` holds are no P-positions, whatever these moves lead to: other moves win there.
void sieve_rows(
    const TakenLines& taken, Play play, Coordinate bound, AutomataWorkspace& workspace,
    const std::function<void(PositionView)>& visit,
    const std::function<bool(PositionView)>& is_won = [](PositionView) { return false; });

/// The same of moves that take the vectors (s, t) of a few stretches of t for each s, from positions that are a few stretches
/// of each row. `p_without_options` has the positions that are P if no move leads to one. O(bound (bound + P-positions)) times
/// stretches. Throws AutomatonTooLarge where there are too many stretches or P-positions, or too few steps, Interrupted.
void sieve_stretches(const std::vector<GuardedVectors>& moves, const Automaton& p_without_options, Coordinate bound,
                     AutomataWorkspace& workspace, const std::function<void(PositionView)>& visit);

}  // namespace bouton
