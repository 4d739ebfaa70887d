// What is known of all positions of a game, where a formula or a proved period tells it.
#pragma once

#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"

namespace bouton {

struct KnownOfAll {
  /// What the formula rests on that the rules name, or that a product of strips has; empty where there is none.
  std::string theorem;
  /// Of the Grundy values of a take-and-break game, where small heaps prove it.
  std::optional<Period> period;
};

/// Nothing of what the rules, a limit or a refusal prevents; throws Interrupted alone. A formula is named, not compared with
/// the moves. Cost: a hundredth of a second.
KnownOfAll known_of_all(const Game& game, const Budget& budget);

}  // namespace bouton
