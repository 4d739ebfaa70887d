// Lua's arithmetic on 64-bit integers: it wraps around, division rounds down, shifts are logical. Only division can
// fail, and says so by returning nothing.
#pragma once

#include <cstdint>
#include <optional>

namespace bouton {

constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_sub(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_mul(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
constexpr std::int64_t wrapping_neg(std::int64_t a) { return wrapping_sub(0, a); }
/// The least integer is its own absolute value, as in Lua.
constexpr std::int64_t wrapping_abs(std::int64_t a) { return a < 0 ? wrapping_neg(a) : a; }

/// b is not 0. The least integer divided by -1 is itself.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b == -1) return wrapping_neg(a);
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a ^ b) < 0 ? quotient - 1 : quotient;
}
/// b is not 0. The result has the sign of b.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder ^ b) < 0 ? remainder + b : remainder;
}
/// b is not 0. The result has the sign of a.
constexpr std::int64_t truncating_mod(std::int64_t a, std::int64_t b) { return b == -1 ? 0 : a % b; }

/// By any amount: 64 and more give 0, a negative amount shifts right.
constexpr std::int64_t shift_left(std::int64_t a, std::int64_t by) {
  if (by <= -64 || by >= 64) return 0;
  const auto bits = static_cast<std::uint64_t>(a);
  return static_cast<std::int64_t>(by >= 0 ? bits << by : bits >> -by);
}
constexpr std::int64_t shift_right(std::int64_t a, std::int64_t by) { return by <= -64 || by >= 64 ? 0 : shift_left(a, -by); }

constexpr bool unsigned_less(std::int64_t a, std::int64_t b) {
  return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

/// How many times Lua runs the body of `for i = first, last, step`; step is not 0.
/// (The one count that does not fit, 2^64, needs step 1 or -1 over all integers; it is returned as 2^64 - 1.)
constexpr std::uint64_t loop_count(std::int64_t first, std::int64_t last, std::int64_t step) {
  if (step > 0 ? first > last : first < last) return 0;
  const auto from = static_cast<std::uint64_t>(first);
  const auto to = static_cast<std::uint64_t>(last);
  const std::uint64_t more =
      step > 0 ? (to - from) / static_cast<std::uint64_t>(step) : (from - to) / (static_cast<std::uint64_t>(-(step + 1)) + 1);
  return more == ~std::uint64_t{0} ? more : more + 1;
}

}  // namespace bouton
