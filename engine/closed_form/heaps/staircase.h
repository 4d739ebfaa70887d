// Ordered piles: take from one pile so that the piles stay in non-decreasing order.
#pragma once

#include <memory>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The closed form "staircase": piles a_1 <= ... <= a_k, any number of them, normal play.
/// Theorem. With a_0 = 0 and d_i = a_i - a_(i-1), the Grundy value is the nim-sum of d_k, d_(k-2), d_(k-4), ...
/// Proof. Taking t <= d_i from pile i is moving t tokens from step i to step i + 1 of a staircase (off it for i = k), so
/// it changes exactly one of these differences: an option's nim-sum is another one. And a smaller d_i with k - i even
/// can be reached, so by Bouton's theorem every smaller nim-sum is that of an option. QED
/// A pile has at most one winning move. Outcome and Grundy value: O(total length); a winning move: a copy of the piles.
std::unique_ptr<ClosedForm> staircase_form();

}  // namespace bouton
