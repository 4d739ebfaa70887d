// Conway's nim multiplication: with the nim-sum it makes the numbers from 0 on a field.
#pragma once

#include <cstdint>

#include "engine/position/integer.h"

namespace bouton {

/// The nim product of two numbers: the least number that is none of a'b ^ ab' ^ a'b' with a' < a and b' < b. Of a Fermat power
/// F = 2, 4, 16, 256, ... and a smaller number it is the ordinary product, and F times F is F + F/2. Numbers below 2^64 are a
/// field by themselves, so that nothing overflows. Conway, On Numbers and Games, ch. 6. Some hundred operations.
std::uint64_t nim_product(std::uint64_t a, std::uint64_t b);

/// The number whose nim product with `a`, which is not 0, is 1: a to the power 2^64 - 2. Some hundred nim products at most.
std::uint64_t nim_inverse(std::uint64_t a);

/// The nim product of numbers >= 0 of any size. O(d^2) operations for d binary digits.
Integer nim_product(const Integer& a, const Integer& b);

}  // namespace bouton
