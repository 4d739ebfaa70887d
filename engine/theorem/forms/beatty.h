// Pairs of numbers and least terms of numbers, by their words in a numeration system.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// A set of pairs, in words.
struct BeattyForm {
  std::string sentence;
  std::optional<Predicate> formula;
  Automaton set;
};

/// What is said of pairs of two named numbers in the system: in one whose recurrence does not change, the Beatty-like pairs,
/// in any order and in either (Fraenkel 1982, 1998), and pairs of which one number is less than the least term of the other's
/// sum. Empty for other systems. Throws AutomatonTooLarge.
std::vector<BeattyForm> beatty_forms(const Numeration& system, const std::vector<std::string>& names,
                                     AutomataWorkspace& workspace);

}  // namespace bouton
