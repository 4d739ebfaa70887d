// Numbers of double precision as counts.
#pragma once

#include <cstdint>
#include <limits>

namespace bouton {

/// The whole part of `number` from 0 on: 2^64 - 1 of what is larger, 0 of what is negative or not a number.
constexpr std::uint64_t whole_part(double number) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  if (!(number > 0)) return 0;
  return number < kTwoTo64 ? static_cast<std::uint64_t>(number) : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace bouton
