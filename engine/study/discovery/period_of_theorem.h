// Periods that a theorem about the P-positions proves.
#pragma once

#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/period/period.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"

namespace bouton {

/// The period of the outcomes of the starts of a game whose `start` takes one number and adds the same to each, from the least
/// one on: seen in the theorem's set of P-positions and proved of the set as a whole. Nothing where there is no theorem, where
/// such starts have more than one coordinate without a bound worth counting to, or where no period is seen. O(states) some
/// thousand times.
std::optional<Period> started_period(const Game& game, const TheoremReport& report, const Budget& budget);

}  // namespace bouton
