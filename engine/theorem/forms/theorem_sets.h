// The sets of a theorem, each as people read it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

struct TheoremSet {
  std::string name;        ///< "P-positions", "Grundy value 2", "Grundy values"; with the sheet where there are several
  std::string words;       ///< the classical form (classical_form); empty where it is none
  std::string expression;  ///< the words of the automaton as a regular expression; empty where that is not short
  const Automaton* automaton = nullptr;
  std::vector<std::string> tracks;  ///< the names of the numbers that it reads
};

/// The sets of every value and sheet, in this order, and then those of the Grundy function, if the theorem is about that.
/// `tracks` are the names of the numbers that the automata read; `theorem` must outlive the result. May throw Interrupted.
std::vector<TheoremSet> theorem_sets(const Theorem& theorem, const GameFormula& formula, const std::vector<std::string>& tracks,
                                     const Budget& budget);

/// The set in a sentence: its words, or that an automaton tells it.
std::string sentence(const TheoremSet& set);

}  // namespace bouton
