// The proof of a theorem about the P-positions as a text that people read and can follow.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/linear/linear_form.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"
#include "engine/theorem/forms/theorem_sets.h"

namespace bouton {

/// The set, why play ends, why no P-position has a move to another, and why every other position has one to a P-position: by
/// which move, as a table of cases that reads the digits of the position; of heaps with a period, the values and why they are
/// enough. There is a theorem. Lines begin with fixed words ("Move 2 ", "State 3 ") and are not broken. Throws LimitError where
/// the table is too large, or the theorem is a misère quotient; Interrupted.
/// `tracks` are the names of the numbers that the automata of the report read, `sets` these in words.
std::string proof_text(const Game& game, const TheoremReport& report, const std::vector<std::string>& tracks,
                       const std::vector<TheoremSet>& sets, const Budget& budget);

/// What a form adds up, or what it takes off, for one side of a relation. `times` stands between a factor and a variable's
/// name.
std::string side_text(const Affine& form, bool taken_off, const std::function<std::string(std::size_t)>& name,
                      std::string_view times);

}  // namespace bouton
