// Why several games that are played at once are won or lost, by the values of the single components.
#pragma once

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/why/reason.h"
#include "engine/why/words.h"

namespace bouton {

/// Adds how the compound `sum` is played, the theorem, what it looks at in each component and what comes of that; then the same
/// after the move of `reason`, if there is one. `answer` was found by Method::compound. Throws what CompoundTheory throws.
void add_compound_reason(const Games& games, const Sum& sum, const Answer& answer, const Budget& budget, Reason& reason);

}  // namespace bouton
