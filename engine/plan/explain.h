// Which way answers which question about a game, why, and at what cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/plan/question/question.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"

namespace bouton {

struct Explanation {
  /// A way that was asked before the one that answers, and why it does not.
  struct Declined {
    std::string way;
    std::string reason;
  };
  struct Answer {
    std::string question;  ///< "Grundy value of a position"
    std::string way;       ///< "closed form", "table (rays)", "search", "graph", or "none" where there is no answer
    std::string reason;
    std::string cost;
    std::vector<Declined> declined = {};
  };
  /// What was seen of the moves, a sentence each.
  std::vector<std::string> findings;
  /// The limit at which looking at the moves ended, if it did.
  std::optional<LimitError> limit;
  /// The moves as a program, an option a line; empty where they are not known as one.
  std::vector<std::string> program;
  /// What the kernels make of the program: "rays (1, 0); (0, 1)". Empty where they do not apply.
  std::string shape;
  std::vector<Answer> answers;
  /// What the author of the rule could change so that it is solved faster, a phrase each.
  std::vector<std::string> advice;
};

/// Where to look from where nobody named a position: the far corner of the box, the example, the start; else a position
/// of a small box. Throws RequestError if none of them is valid.
Position viewpoint(const Game& game, const std::optional<Box>& box);

/// Looks at the moves below `position`, as far as a moderate effort reaches, and says which way answers what; with a
/// box, also what its table costs. Throws RuleError, LimitError and Interrupted.
Explanation explain(const Game& game, const Position& position, const std::optional<Box>& box, const Budget& budget);

/// Which way answers the questions about a position or a sum of positions of these games. What the moves are like is said of
/// the first game only where there is one. Throws as Solver does.
Explanation explain(const std::vector<std::shared_ptr<const Game>>& games, const Sum& sum, const Budget& budget);

}  // namespace bouton
