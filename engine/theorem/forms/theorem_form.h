// A theorem about a game as a closed form: outcomes and winning moves of positions of any size.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"
#include "engine/theorem/proof/theorem.h"

namespace bouton {

/// The form of a theorem that was proved for the formula. `domain` is the game's and `labels` are the names of the kinds of
/// move. The outcome takes one pass over the digits; the winning moves, a pass for each clause with the moves from the position
/// beside the P-positions. `budget` must outlive the form. Its questions may throw Interrupted.
std::unique_ptr<ClosedForm> theorem_form(Domain domain, GameFormula formula, Theorem theorem, std::vector<std::string> labels,
                                         const Budget& budget);

}  // namespace bouton
