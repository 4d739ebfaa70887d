// The search for a theorem about a game, with the game's own tables as the teacher.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/method/theorem_method.h"
#include "engine/rules/rules.h"
#include "engine/theorem/learning/theorem_search.h"
#include "engine/theorem/proof/certificate.h"

namespace bouton {

/// What was found out about a game.
struct TheoremReport {
  std::size_t up_to_value = 0;  ///< the sets of the Grundy values to this were asked for
  Result<GameFormula> formula;
  Result<Theorem> theorem;  ///< the formula's refusal where there is none
  TheoremSearch search;
  double seconds = 0;  ///< what the search for it took
};

/// Looks for a theorem about the positions of the game with so many coordinates, and keeps it for later runs. `rules` are
/// shared with nobody else meanwhile. Throws RuleError, LimitError, Interrupted.
TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits = {});

/// The same. `tried` is what was looked at, also where this throws.
TheoremReport find_theorem(const Rules& rules, std::size_t dimensions, std::size_t greatest_value, const Budget& budget,
                           const TheoremLimits& limits, TheoremSearch& tried);

/// Theorems about the P-positions for answers: those that are kept (engine/theorem/cache/), and the search for others. `budget`
/// must outlive it.
TheoremSource theorem_source(const Budget& budget);

/// Proves the theorem of a certificate again, without a table and a learner: the statement of the rules is made anew and
/// compared with what the automata say of it. Small positions are searched besides, by the rule as it is written. Nothing where
/// all holds, else what is wrong. Throws RuleError, LimitError, Interrupted.
std::optional<std::string> disproved(const TheoremCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget);

}  // namespace bouton
