// Taking, or counting on by, at most m at a time.
#pragma once

#include <memory>
#include <vector>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The closed form "subtraction": a heap n, take a number that is in `set`, normal play.
/// For the set {1, ..., m} the Grundy value of n is n mod (m + 1) (Winning Ways, ch. 4). Other sets are refused. `set`
/// may have its numbers in any order and repeated. O(M(length)).
Result<std::unique_ptr<ClosedForm>> subtraction_form(const std::vector<Integer>& set);

/// The closed form "twenty-one": `said` is the last number said, from 0 to `goal`; say 1 to `most` next numbers; who
/// says `goal` loses. P iff said < goal and most + 1 divides goal - 1 - said: whoever is left with goal - 1 said loses,
/// and before that it is the subtraction game. O(M(length)). Refuses goal < 1 and most < 1.
Result<std::unique_ptr<ClosedForm>> twenty_one_form(const Integer& goal, const Integer& most);

}  // namespace bouton
