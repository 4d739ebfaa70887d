// Whether a set of positions is the set that a game's statement defines: for all sizes.
//
// Let a set X hold exactly the positions that exist and have no option in X (under normal play; in general a terminal position
// is in X as the play convention says). Since play ends, there is one such X, by induction: the P-positions. So an X for which
// this is shown is the set of P-positions; and to show it is to compare two automata, X itself and what the statement makes of
// it. Where up to k options are forbidden (engine/rules/blocking.h), X holds the positions that have at most k options in X,
// and under misère play some other one besides. The positions of Grundy value v likewise: no option of value v, and for each u
// < v an option of value u. The same said of all v at once is about the tuples of a position and its value: there is one
// function that has it, by the same induction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// A set of positions: an automaton for each sheet, over its tracks.
using PositionSet = std::vector<Automaton>;

/// Proofs about one game in one numeration system. What does not depend on the set is computed once. Every function may throw
/// AutomatonTooLarge and Interrupted.
class Prover {
 public:
  /// `formula` and `workspace` must outlive this object.
  Prover(const GameFormula& formula, const Numeration& system, AutomataWorkspace& workspace);

  /// The positions that have an option in the set. They need not exist.
  PositionSet reaching(const PositionSet& set);
  /// The positions that have at least `count` >= 1 distinct options in the set. They need not exist.
  PositionSet reaching(const PositionSet& set, std::uint64_t count);
  /// What the statement makes of a set of P-positions: the set itself, if it is that.
  PositionSet p_positions_given(const PositionSet& p);
  /// The same for the positions of the Grundy value after those of `lower`, of which lower[u] are those of value u.
  PositionSet value_given(const PositionSet& set, const std::vector<PositionSet>& lower);

  /// What the statement makes of a set of tuples (position, value) on each sheet: those of a position and the least value that
  /// no option has by the set. So the set itself, if it is the Grundy function. Normal play.
  std::vector<Automaton> function_given(const std::vector<Automaton>& function);

  /// The shortest position in which two sets differ; nothing where they are the same.
  std::optional<GameFormula::Place> difference(const PositionSet& a, const PositionSet& b);

 private:
  const PositionSet& can_move();
  PositionSet each_sheet(const PositionSet& a, const PositionSet& b, SetOperation operation);
  PositionSet clauses_into(const PositionSet* set);
  /// By the sheet of a position, and by that of its options: pairs of the two.
  using Pairs = std::vector<std::vector<Automaton>>;
  Pairs options_in(const PositionSet& set);
  std::vector<Automaton> with_a_lesser(const std::vector<Automaton>& options, const std::vector<Automaton>& least,
                                       const Automaton& before);
  Automaton first_of(const Automaton& pairs);
  std::vector<std::size_t> variables_from(std::size_t first, std::size_t more = 0) const;

  const GameFormula& formula_;
  Numeration system_;
  AutomataWorkspace& workspace_;
  PositionSet valid_, terminal_p_;
  std::optional<PositionSet> can_move_;
};

}  // namespace bouton
