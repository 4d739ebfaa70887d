// The P-positions of a game in which a move takes a vector of numbers from the position, the same vectors everywhere.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/theorem/statement/formula.h"

namespace bouton {

/// Which vectors may be taken, as a set in base 2; nothing where moves depend on more than that, add to a coordinate, or where
/// there are several sheets, or positions that do not exist, or a terminal position says who has won.
std::optional<Automaton> taken_vectors(const GameFormula& formula, AutomataWorkspace& workspace);

/// Calls `visit` with the P-positions whose numbers are from 0 to `bound`, in lexicographic order: each P-position that is
/// found marks those from which a vector leads to it. O(bound^tracks + P-positions times vectors). Throws Interrupted,
/// LimitError.
void sieve(const Automaton& taken, Play play, Coordinate bound, const Budget& budget,
           const std::function<void(PositionView)>& visit);

/// The vectors of two numbers that are taken, where they are all (t, 0), all (0, t), perhaps all (t, t), for t >= 1, and few
/// others.
struct TakenLines {
  bool diagonal = false;
  std::vector<Position> others;
};
std::optional<TakenLines> taken_lines(const Automaton& taken, AutomataWorkspace& workspace);

/// The same as sieve(), row by row, since a row has one P-position at most: about O(bound) where the columns and diagonals that
/// P-positions are on fill up in their order. Throws AutomatonTooLarge where that takes more steps than there are.
void sieve_rows(const TakenLines& taken, Play play, Coordinate bound, AutomataWorkspace& workspace,
                const std::function<void(PositionView)>& visit);

}  // namespace bouton
