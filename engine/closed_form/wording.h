// How closed forms word their evidence.
#pragma once

#include <string>
#include <vector>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The number; of a long one its ends and how many digits it has.
std::string brief(const Integer& number);
/// The same of each coordinate, joined by commas.
std::string brief(const BigPosition& position);

/// "a, b and c"
std::string joined(const std::vector<std::string>& words);

/// "take 2 from a[1] and 1 from a[3]", by the coordinates that are smaller after the move.
std::string taken(const BigPosition& from, const BigPosition& to, const Domain& domain);

/// The last `digits` binary digits of a number >= 0 that has no more.
std::string binary(const Integer& number, std::size_t digits);
/// How many digits the longest of the numbers has; at least 1.
std::size_t binary_digits(const std::vector<Evidence::Heap>& heaps);
/// More binary digits than this are not written below each other.
inline constexpr std::size_t kMostBinaryDigits = 60;

/// The heaps in binary, one below the other, and their nim-sum; nothing where there are none, or they are too
/// long for that.
std::vector<std::vector<std::string>> nim_sum_table(const std::vector<Evidence::Heap>& heaps);

}  // namespace bouton
