// Theorems about sums of heaps of every size, of games of one heap that moves may split.
#pragma once

#include <optional>

#include "engine/base/budget.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"

namespace bouton {

/// Of a take-and-break game. Under normal play the period of its Grundy values, if the values of the first 20,000 heaps prove
/// one, or of those that a share of work, which is counted, is enough for; under misère play the quotient of all heaps, if that
/// of the first few hundred is small and its values prove their period (T. E. Plambeck, A. N. Siegel 2008). Some seconds at
/// most. Throws Interrupted.
std::optional<HeapTheorem> theorem_of_heaps(const Game& game, const Budget& budget);

}  // namespace bouton
