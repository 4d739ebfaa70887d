// Theorems for Walnut (H. Mousavi, Automatic theorem proving in Walnut, 2016; J. Shallit, The Logical Approach to Automatic
// Sequences, 2022), a prover that shares no line with this program, so that it can check them.
//
// Walnut reads automata from `Automata Library`: a line with the numeration system of each track, then for each state a line
// with its number and 1 or 0 (whether it accepts), and below it a line "DIGIT DIGIT -> STATE" for each transition. A numeration
// system that is not a base is two automata in `Custom Bases`: the words that are numbers, and the triples x + y = z, both over
// lists of digits. A command file defines sets by first-order formulas about them, whose free variables are, in alphabetical
// order, the tracks; `eval` says whether a formula without free variables is true.
//
// What is written here takes nothing for granted that Walnut cannot check but that play ends: the moves, the positions that
// exist and the terminal ones are the linear conditions of the rule, the order of numbers is Walnut's own, and of the addition
// of a system that is not a base it is evaluated that x + 0 = x and that x + (y + 1) is the successor of x + y. Where every
// move lessens the sum of the coordinates, that is evaluated too, and then play ends.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/automata/workspace.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// A file, by its path below Walnut's folder.
struct WalnutFile {
  std::filesystem::path path;
  std::string text;
};

/// The files for a theorem about a game of this name: `Command Files/bouton_NAME.txt`, whose statements are all true if the
/// theorem is, the automata that it names, and `bouton_NAME.md`, which says what they mean. Throws AutomatonTooLarge;
/// RequestError where options are forbidden and there are several sheets.
std::vector<WalnutFile> walnut_files(const std::string& game, const GameFormula& formula, const Theorem& theorem,
                                     AutomataWorkspace& workspace);

/// Writes the files below a folder, which is made if it is not there; it may be Walnut's own. Throws OutputError.
void write_walnut_files(const std::filesystem::path& folder, const std::vector<WalnutFile>& files);

/// An automaton as Walnut writes it: a line with the numeration system of each track (msd_2, msd_fib, msd_trib, or as
/// walnut_files names it), then the states and their transitions, the first one the start. `name` is for messages. Throws
/// RequestError where the text is not such a one, is not deterministic, or its system is none that Bouton has;
/// AutomatonTooLarge.
Automaton parse_walnut(std::string_view text, std::string_view name, AutomataWorkspace& workspace);

}  // namespace bouton
