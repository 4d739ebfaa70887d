// Sets of positions in the words of the field, where they are sets that have some.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"

namespace bouton {

/// A sentence for the set, of tuples of the named numbers: "S = L", "n mod 4 is 0", "the smaller of S, L is floor(n alpha),
/// ...", "the nim-sum of a, b, c is 0", perhaps with finitely many exceptions. That the set is the one of the sentence is shown
/// by comparing automata (with Fraenkel's theorem of 1982 for those of pairs with a quadratic irrational). Nothing where it is
/// none of these. Throws AutomatonTooLarge.
std::optional<std::string> classical_form(const Automaton& set, const std::vector<std::string>& names,
                                          AutomataWorkspace& workspace);

/// A sentence for a set of tuples of which the last number is the Grundy value of the position that the others are: "G is the
/// nim-sum of a and b", "G is n mod 4", "G is n - 2, for n >= 2; ...". Shown in the same way. Nothing where it is none of
/// these. Throws AutomatonTooLarge.
std::optional<std::string> classical_function(const Automaton& function, const std::vector<std::string>& names,
                                              AutomataWorkspace& workspace);

}  // namespace bouton
