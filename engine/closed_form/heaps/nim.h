// Nim, under both conventions.
#pragma once

#include <memory>
#include <span>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The exclusive or of the numbers, which are >= 0; 0 for none. O(total length).
Integer nim_sum(std::span<const Integer> numbers);

/// The closed forms "nim" and "misere-nim": any number of heaps, take any number from one.
/// Bouton (1901). Normal play: the Grundy value is the nim-sum of the heaps. Misère play: P iff the nim-sum is 0 where
/// some heap is above 1, and else iff an odd number of heaps is 1.
/// Outcome, Grundy value and each winning move: O(total length).
std::unique_ptr<ClosedForm> nim_form(Play play);

}  // namespace bouton
