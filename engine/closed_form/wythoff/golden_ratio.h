// Multiples of the golden ratio phi = (1 + sqrt 5)/2, rounded down without error.
#pragma once

#include <cstddef>

#include "engine/position/integer.h"

namespace bouton {

/// floor(n phi) = (n + isqrt(5 n^2)) div 2, for n >= 0. One integer square root of twice the size of n.
Integer golden_floor(const Integer& n);

/// A multiple n phi between two fractions: lower <= n phi 2^precision <= lower + n, where lower = n floor(phi 2^precision).
/// Multiples of one precision may be added and, as long as n stays >= 0, subtracted.
struct GoldenMultiple {
  Integer n;
  Integer lower;
  std::size_t precision = 0;

  friend GoldenMultiple operator+(const GoldenMultiple& a, const GoldenMultiple& b);
  friend GoldenMultiple operator-(const GoldenMultiple& a, const GoldenMultiple& b);

  /// floor(n phi), exactly: read off where both bounds agree, which with 64 bits more than n has they nearly always do;
  /// else by golden_floor. O(length) when read off.
  Integer floor() const;
};

/// Keeps phi to the precision last needed, so that a multiple costs one multiplication.
class GoldenRatio {
 public:
  /// Bits beyond those of n that a multiple should have for floor() to be read off.
  static constexpr std::size_t kGuardBits = 64;

  /// n phi, for 0 <= n. One multiplication; the first time that `precision` bits are asked for, a square root too.
  GoldenMultiple times(const Integer& n, std::size_t precision);

 private:
  Integer scaled_;  ///< floor(phi 2^precision_)
  std::size_t precision_ = 0;
};

}  // namespace bouton
