// The sets of a theorem, each as people read it.
#pragma once

#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

struct TheoremSet {
  std::string name;     ///< "P-positions", "Grundy value 2", "Grundy values"; with the sheet where there are several
  std::string where;    ///< the sheet as a condition on the coordinates: "goal == 0 and flips == 1"; empty where there is one
  std::string words;    ///< a plain statement (PlainStatement); empty where none was found
  std::string formula;  ///< the same as a condition on the numbers; empty where it is none
  std::string not_linear;  ///< why no linear conditions with remainders describe it, proved; empty where that is not known
  std::string game;        ///< where there are sheets: the known game that this one is on the sheet, with its theorem; or empty
  std::string expression;  ///< the words of the automaton as a regular expression; empty where that is not short
  const Automaton* automaton = nullptr;
  std::vector<std::string> tracks;  ///< the names of the numbers that it reads
};

/// The sets of every value and sheet, in this order, and then those of the Grundy function, if the theorem is about that.
/// Sheets are named where there are several, or where `is_part` says that they are not all of the game. `tracks` are the names
/// of the numbers that the automata read; `theorem` must outlive the result. May throw Interrupted.
std::vector<TheoremSet> theorem_sets(const Theorem& theorem, const GameFormula& formula, const std::vector<std::string>& tracks,
                                     const Budget& budget, bool is_part = false);

/// The set in a sentence: its words, or that an automaton tells it.
std::string sentence(const TheoremSet& set);

/// What a theorem says of the positions that were asked for, in all sheets: of the Grundy function, or of the last value.
struct TheoremStatement {
  std::string plain;    ///< a sentence; empty where not all of it is plain
  std::string formula;  ///< a condition on the coordinates; empty where not all of it is one
};
TheoremStatement statement_of(const std::vector<TheoremSet>& sets);

/// The first tuples of a set of which nothing plain is said, for people: "it begins 0,0; 1,2; ...".
std::string beginning_of(const TheoremSet& set);

/// "not linear: no sums, multiples and remainders describe it, since ...", of a set of which that is proved.
std::string not_linear_text(const TheoremSet& set);

}  // namespace bouton
