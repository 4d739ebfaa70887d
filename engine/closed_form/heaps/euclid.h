// Euclid: take a multiple of the smaller number from the larger.
#pragma once

#include <memory>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The closed form "euclid": a, b >= 0; who makes one of them 0 wins.
/// Cole and Davie (1969): P iff one number is 0, or they differ and the larger is less than phi times the smaller.
/// For x > y > 0 that is x (x - y) < y^2. There is one winning move from an N-position with a != b; from a = b > 0 either
/// number may be taken. O(1) multiplications and divisions.
std::unique_ptr<ClosedForm> euclid_form();

}  // namespace bouton
