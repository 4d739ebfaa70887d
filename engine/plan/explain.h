// Which method answers which question about a game, why, and at what cost: the plans, in words, and what a run of them takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/method/methods.h"
#include "engine/position/box.h"
#include "engine/question/question.h"
#include "engine/question/question_plan.h"
#include "engine/rules/game.h"

namespace bouton {

struct Explanation {
  /// What a run took.
  struct Measured {
    double seconds = 0;
    std::size_t bytes = 0;
    std::string method;  ///< what answered: "table (rays)"
  };
  /// A question and its plan.
  struct Answer {
    std::string question;  ///< "Grundy value of a position"
    /// The steps of the plan, the first to be run first; empty where there is no answer.
    std::vector<Proposal> steps = {};
    std::vector<Effort> allowances = {};  ///< of each step
    std::string reason = {};              ///< of the first, or why there is no answer
    std::vector<Declined> declined = {};
    std::optional<Measured> measured = {};
    std::optional<LimitError> stopped = {};  ///< the limit at which the plan or the run ended, if one did
    bool undecided = false;                  ///< finding out which method answers takes more steps than a look may

    /// "closed form", "table (rays)", "undecided", or "none".
    std::string method() const { return undecided ? "undecided" : steps.empty() ? "none" : title(steps.front()); }
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

/// What is asked of an explanation beside the plans.
struct ExplanationRequest {
  Methods methods = {};
  /// Whether the questions are run, and what that takes is measured.
  bool analyze = false;
  /// The one value that is asked about; else all that there are.
  std::optional<ValueKind> value = {};
};

/// Looks at the moves below `position`, some thousand positions, and says which method answers what; with a box, also what its
/// table costs. Throws RuleError, LimitError and Interrupted.
Explanation explain(const Game& game, const Position& position, const std::optional<Box>& box, const Budget& budget,
                    const ExplanationRequest& request = {});

/// Which method answers the questions about a position or a sum of positions of these games. What the moves are like is said of
/// the first game only where there is one. Throws as Solver does.
Explanation explain(const std::vector<std::shared_ptr<const Game>>& games, const Sum& sum, const Budget& budget,
                    const ExplanationRequest& request = {});

}  // namespace bouton
