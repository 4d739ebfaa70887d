// Which way answers which question about a game, why, and at what cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/budget.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton {

struct Explanation {
  struct Answer {
    std::string question;  ///< "Grundy value of a position"
    std::string way;       ///< "search", "graph", or "none" where there is no answer
    std::string reason;
    std::string cost;
  };
  /// What was seen of the moves, a sentence each.
  std::vector<std::string> findings;
  std::vector<Answer> answers;
};

/// Where to look from where nobody named a position: the far corner of the box, the example, the start; else a position
/// of a small box. Throws RequestError if none of them is valid.
Position viewpoint(const Game& game, const std::optional<Box>& box);

/// Looks at the moves below `position`, as far as a moderate effort reaches, and says which way answers what; with a
/// box, also what its table costs. Throws RuleError, LimitError and Interrupted.
Explanation explain(const Game& game, const Position& position, const std::optional<Box>& box, const Budget& budget);

}  // namespace bouton
