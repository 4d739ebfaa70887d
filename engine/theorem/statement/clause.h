// Sets and moves as linear conditions, and as automata.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/automata/conjunction.h"
#include "engine/theorem/statement/linear_cases.h"

namespace bouton {

/// Moves of one kind. Variables 0 .. tracks - 1 are the coordinates of the position that is left.
struct Clause {
  std::size_t from = 0, to = 0;  ///< sheets
  int line = 0;
  Label label = kNoLabel;
  LinearSet moves;
  std::vector<std::size_t> target;  ///< the variables that are the coordinates of the option on its sheet
  std::vector<Affine> order;        ///< see LinearOption::order
};

/// The clause for an option of a position with coordinates 0 .. tracks - 1: its coordinates on the other sheet are `to`.
/// Numbers that are the sum of others are left out. Nothing where no position has such an option. Throws AutomatonTooLarge
/// where numbers get too large.
std::optional<Clause> clause_of(const LinearOption& option, std::size_t tracks, const std::vector<Affine>& to);

/// The set as conditions on numbers of a numeration system; `variables` may be more than its own. Bit conditions are for base 2
/// alone.
Conjunction conjunction_of(const LinearSet& set, const Numeration& system, std::size_t variables);
/// The union of such sets, as tuples of the first `tracks` variables. Minimised.
Automaton union_of(const std::vector<LinearSet>& sets, std::size_t tracks, const Numeration& system,
                   AutomataWorkspace& workspace);

}  // namespace bouton
