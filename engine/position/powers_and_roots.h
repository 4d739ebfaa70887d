// Powers and square roots of integers.
#pragma once

#include <cstdint>

#include "engine/position/integer.h"

namespace bouton {

/// base^exponent; 1 for the exponent 0. The exponent is below 2^32, as its result has to fit into memory, or the base is -1, 0
/// or 1. O(M(n)) for n digits of the result.
Integer power(const Integer& base, std::uint64_t exponent);

/// The square root of n >= 0, rounded down.
std::int64_t whole_root(std::int64_t n);
/// Whether it is the square of an integer. False for n < 0.
bool is_square(std::int64_t n);

}  // namespace bouton
