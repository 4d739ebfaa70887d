// Ranges of integers, for reasoning about what a MoveProgram can compute before it runs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/linear/saturating.h"

namespace bouton {

/// All integers from low to high, both included; empty if low > high. Ends -kUnbounded and kUnbounded stand for "no end".
/// Arithmetic saturates at -kUnbounded and kUnbounded, so a range that does not reach them is free of wrap-around.
struct Interval {
  std::int64_t low = -kUnbounded;
  std::int64_t high = kUnbounded;

  static constexpr Interval point(std::int64_t value) { return {clamp(value), clamp(value)}; }
  static constexpr Interval all() { return {}; }
  static constexpr Interval none() { return {kUnbounded, -kUnbounded}; }
  static constexpr std::int64_t clamp(std::int64_t value) { return saturated(value); }

  constexpr bool empty() const { return low > high; }
  constexpr bool is_point() const { return low == high; }
  constexpr bool bounded() const { return low > -kUnbounded && high < kUnbounded; }
  constexpr bool within(Interval other) const { return empty() || (low >= other.low && high <= other.high); }

  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

constexpr Interval hull(Interval a, Interval b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}
constexpr Interval intersection(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

constexpr Interval operator+(Interval a, Interval b) {
  std::int64_t low = saturating_add(a.low, b.low);
  std::int64_t high = saturating_add(a.high, b.high);
  if (a.low <= -kUnbounded || b.low <= -kUnbounded) low = -kUnbounded;
  if (a.high >= kUnbounded || b.high >= kUnbounded) high = kUnbounded;
  return {low, high};
}
constexpr Interval operator-(Interval a) { return {-a.high, -a.low}; }
constexpr Interval operator-(Interval a, Interval b) { return a + -b; }
constexpr Interval operator*(Interval a, Interval b) {
  const std::int64_t products[] = {saturating_mul(a.low, b.low), saturating_mul(a.low, b.high), saturating_mul(a.high, b.low),
                                   saturating_mul(a.high, b.high)};
  return {*std::min_element(products, products + 4), *std::max_element(products, products + 4)};
}

}  // namespace bouton
