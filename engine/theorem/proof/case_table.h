// Why every position outside of a set of P-positions has a move into it, as one machine that tells the move.
//
// For each clause the positions from which it leads into the set are an automaton. All of them read a position at once, beside
// the set itself; the tuple of their states, made as small as it can be, is one machine, and its last state tells the case: the
// position is in the set, or the first clause that leads into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/theorem/proof/theorem.h"

namespace bouton {

/// A machine for the positions of one sheet. It reads words as automata do (engine/automata/automaton.h).
struct CaseTable {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();  ///< no position of the game
  static constexpr std::size_t kInSet = kNone - 1;                               ///< a P-position
  static constexpr std::size_t kWonAtEnd = kNone - 2;     ///< nobody can move, and who was to move has won
  static constexpr std::size_t kUnexplained = kNone - 3;  ///< the theorem is wrong

  std::vector<std::size_t> cases;        ///< of each state: one of these, or the number of a clause; state 0 is the start
  std::vector<std::vector<State>> next;  ///< of each state and letter; kNoState where no position of the game follows
};

/// A table for each sheet. Throws AutomatonTooLarge, Interrupted.
std::vector<CaseTable> case_tables(const Theorem& theorem, const GameFormula& formula, AutomataWorkspace& workspace);

/// The shortest word that ends in this case, the first of those; nothing where none does.
std::optional<Word> shortest_word(const CaseTable& table, std::size_t which);

/// An option in the set, by a clause that leads there: the numbers of its tracks. Nothing where there is none with words that
/// are not longer by more than a few digits. Throws AutomatonTooLarge, Interrupted.
std::optional<BigPosition> option_in_set(const Theorem& theorem, const Clause& clause, const BigPosition& numbers,
                                         AutomataWorkspace& workspace);

}  // namespace bouton
