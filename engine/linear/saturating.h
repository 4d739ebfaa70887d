// Arithmetic that stops at ends far inside of 64 bits, for reasoning about numbers that may be of any size.
#pragma once

#include <algorithm>
#include <cstdint>

namespace bouton {

/// -kUnbounded and kUnbounded stand for "beyond what is told apart", and "no end".
inline constexpr std::int64_t kUnbounded = std::int64_t{1} << 62;

constexpr std::int64_t saturated(std::int64_t value) { return std::clamp(value, -kUnbounded, kUnbounded); }

/// The sum of two ends, saturating; an end without bound stays one.
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  if (a <= -kUnbounded || b <= -kUnbounded) return -kUnbounded;
  if (a >= kUnbounded || b >= kUnbounded) return kUnbounded;
  return saturated(a + b);
}
constexpr std::int64_t saturating_mul(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? kUnbounded : -kUnbounded;
  return saturated(product);
}

}  // namespace bouton
