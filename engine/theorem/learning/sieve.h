// The P-positions of a game in which a move takes a vector of numbers from the position, and it depends on no more than the
// position which vectors those are.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/theorem/statement/formula.h"

namespace bouton {

/// Vectors that moves take, as a set in base 2, and the positions from which each of them may be taken, if it leads to numbers
/// that are not negative.
struct GuardedVectors {
  Automaton vectors, from;
};

/// The moves of a game, with an entry for each set of positions; nothing where moves depend on more than that, add to a
/// coordinate, or where there are several sheets. Throws AutomatonTooLarge, Interrupted.
std::optional<std::vector<GuardedVectors>> guarded_vectors(const GameFormula& formula, AutomataWorkspace& workspace);

/// The vectors, where they may be taken from all positions, there are no positions that do not exist, and no terminal position
/// says who has won; nothing in other games.
std::optional<Automaton> taken_vectors(const GameFormula& formula, AutomataWorkspace& workspace);

/// The positions that are P if no move leads to a P-position: in base 2, of one sheet.
Automaton p_without_options(const GameFormula& formula, AutomataWorkspace& workspace);

/// Calls `visit` with the P-positions whose numbers are from 0 to `bound`, in lexicographic order: each P-position that is
/// found marks those from which a vector leads to it. O(bound^tracks + P-positions times vectors). Throws Interrupted,
/// LimitError.
void sieve(const Automaton& taken, Play play, Coordinate bound, const Budget& budget,
           const std::function<void(PositionView)>& visit);

}  // namespace bouton
