// Integers of any size, for positions that are given and answered by formula.
#pragma once

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

/// The same number as 64 bits, or nothing if it does not fit.
std::optional<Coordinate> narrow(const Integer& value);
/// The same position as 64-bit coordinates, or nothing if one does not fit.
std::optional<Position> narrow(const BigPosition& position);

Integer widen(Coordinate value);
BigPosition widen(PositionView position);

/// The coordinates joined by commas.
std::string to_string(const BigPosition& position);

}  // namespace bouton
