// Integers of any size, for positions that are given and answered by formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmpxx.h>

#include "engine/position/position.h"

namespace bouton {

using Integer = mpz_class;

/// A position whose coordinates may be of any size.
using BigPosition = std::vector<Integer>;

/// The integer that `text` spells in decimal with an optional sign, or nothing. O(M(n) log n) for n digits.
std::optional<Integer> parse_integer(std::string_view text);

// GMP knows integers of the size of `long`, which is 32 bits on some systems: from and to 64 bits it is by these functions.

/// The same number as 64 bits, or nothing if it does not fit.
std::optional<Coordinate> narrow(const Integer& value);
/// The same as 64 bits without a sign, or nothing if it does not fit.
std::optional<std::uint64_t> narrow_unsigned(const Integer& value);
/// The same position as 64-bit coordinates, or nothing if one does not fit.
std::optional<Position> narrow(const BigPosition& position);

Integer widen(Coordinate value);
Integer widen_unsigned(std::uint64_t value);
BigPosition widen(PositionView position);

/// The coordinates joined by commas.
std::string to_string(const BigPosition& position);

}  // namespace bouton
