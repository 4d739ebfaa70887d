// A theorem about all positions of a game, as automata, and its proof.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/theorem/proof/prover.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// What is proved: which positions have the Grundy value v, for v = 0, 1, ...; those of value 0 are the P-positions. Under
/// misère play, or where the terminal position says who has won, the P-positions alone.
struct Theorem {
  Numeration system = Numeration::base(2);
  std::vector<PositionSet> values;  ///< at least one
  /// Of all values at once: the tuples of a position and its Grundy value, which is the last number, by sheet. Empty where the
  /// theorem is not about that; else it is about the P-positions besides.
  std::vector<Automaton> function = {};

  const PositionSet& p_positions() const { return values[0]; }
};

/// The positions whose value is 0 by a set of tuples.
Automaton zeros_of(const Automaton& function, AutomataWorkspace& workspace);

/// Nothing where the theorem is true of the game, else what is wrong with it. Needs no table. Throws AutomatonTooLarge,
/// Interrupted.
std::optional<std::string> disproved(const Theorem& theorem, const GameFormula& formula, AutomataWorkspace& workspace);

}  // namespace bouton
