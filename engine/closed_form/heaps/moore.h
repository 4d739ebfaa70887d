// Moore's Nim: take any numbers from at least one and at most k piles.
#pragma once

#include <memory>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The closed form "moore": any number of piles, normal play, k >= 1.
/// Moore (1910): P iff for every power of two, the number of piles that have it in binary is divisible by k + 1.
/// Outcome: O(piles times bits). A winning move: the same, and memory O(bits). Where there are more winning moves than
/// asked for, those given need not be the first of the rule's order. Refuses k < 1.
Result<std::unique_ptr<ClosedForm>> moore_form(const Integer& k);

}  // namespace bouton
