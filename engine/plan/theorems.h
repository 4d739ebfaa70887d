// The search for a theorem about a game, with the game's own tables as the teacher.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/budget.h"
#include "engine/rules/game.h"
#include "engine/theorem/theorem.h"

namespace bouton {

/// What was found out about a game.
struct TheoremReport {
  Result<GameFormula> formula;
  Result<Theorem> theorem;  ///< the formula's refusal where there is none
  TheoremSearch search;
};

/// Looks for a theorem about the positions of the game with so many coordinates. Throws RuleError, LimitError, Interrupted.
TheoremReport find_theorem(const Game& game, std::size_t dimensions, std::size_t greatest_value, const Budget& budget);

}  // namespace bouton
