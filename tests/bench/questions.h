// The questions by which plans and estimates are measured: all shipped games and rules as people write them, from tiny boxes
// to ones of a million positions.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/question/proposal.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton::bench {

struct Asked {
  std::string words;
  std::shared_ptr<const Game> game;
  Question question;  ///< about what `ask` holds
  std::function<void(Solver&)> ask;
};

/// Of the rules in the source tree; only those questions whose words, such as "solve nim 999999", contain `part`.
std::vector<Asked> questions(std::string_view part = {});

/// The processor time of the quickest of three runs, of one where that takes long; nothing where the method refuses or is
/// stopped after `most` such seconds. `chosen`, unless null, is set to what answered.
std::optional<double> seconds_of(const Asked& asked, std::optional<MethodChoice> method, double most, std::string* chosen);

}  // namespace bouton::bench
