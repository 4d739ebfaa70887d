// Theorems about all positions of a game, as they are asked for.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"
#include "engine/theorem/proof/certificate.h"

namespace bouton {

/// How many coordinates a theorem about the game is about: those of the game, or so many piles, by default as many as its
/// example has. Refused where the game has no such positions.
Result<std::size_t> theorem_dimensions(const Game& game, std::optional<std::size_t> piles);
/// The same. Throws RequestError where that is refused.
std::size_t dimensions_of_theorem(const Game& game, std::optional<std::size_t> piles);

/// Looks for a theorem about the positions of the game, and keeps it for later runs. `tried` is what was looked at, also where
/// this throws. Throws RequestError where there are no such Grundy values, RuleError, LimitError, Interrupted.
TheoremReport find_theorem(const Game& game, const TheoremRequest& request, const Budget& budget, TheoremSearch& tried);
TheoremReport find_theorem(const Game& game, const TheoremRequest& request, const Budget& budget);

/// The same of rules, whose claims play no part in it. `rules` are shared with nobody else meanwhile.
TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits = {});

/// Proves the theorem of a certificate again, without a table and a learner: the statement of the rules is made anew and
/// compared with what the automata say of it. Small positions are searched besides, by the rule as it is written. Nothing where
/// all holds, else what is wrong. Throws RuleError, LimitError, Interrupted.
std::optional<std::string> disproved(const TheoremCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget);

}  // namespace bouton
