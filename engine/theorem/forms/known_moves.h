// Sheets of a game on which it is one of the games that everybody knows.
#pragma once

#include <optional>
#include <string>

#include "engine/automata/workspace.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

struct KnownGame {
  std::string name;     ///< "Wythoff's game"
  std::string theorem;  ///< "Wythoff (1907): P iff ..."
};

/// The game that is played on a sheet from which no move leads to another sheet: Nim of two or three heaps, or Wythoff's game,
/// under normal play. All tuples of numbers are positions there, and the moves are the same as pairs of positions: automata of
/// both are compared. Nothing where it is none of these. Throws AutomatonTooLarge, Interrupted.
std::optional<KnownGame> known_game(const GameFormula& formula, std::size_t sheet, AutomataWorkspace& workspace);

}  // namespace bouton
