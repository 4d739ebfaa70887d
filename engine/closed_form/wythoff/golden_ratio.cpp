#include "engine/closed_form/wythoff/golden_ratio.h"

namespace bouton {

Integer golden_floor(const Integer& n) {
  const Integer square = 5 * n * n;
  return (n + sqrt(square)) / 2;
}

GoldenMultiple operator+(const GoldenMultiple& a, const GoldenMultiple& b) {
  return {a.n + b.n, a.lower + b.lower, a.precision};
}

GoldenMultiple operator-(const GoldenMultiple& a, const GoldenMultiple& b) {
  return {a.n - b.n, a.lower - b.lower, a.precision};
}

Integer GoldenMultiple::floor() const {
  const Integer quotient = lower >> precision;
  const Integer fraction = lower - (quotient << precision);
  // n phi is irrational for n > 0, so it stays below the upper bound and may reach the next integer there.
  if (fraction + n <= Integer(1) << precision) return quotient;
  return golden_floor(n);
}

GoldenMultiple GoldenRatio::times(const Integer& n, std::size_t precision) {
  if (precision > precision_ || precision_ == 0) {
    // floor((2^p + sqrt(5 * 4^p)) / 2) keeps its value when the root is rounded down first.
    const Integer square = Integer(5) << (2 * precision);
    scaled_ = ((Integer(1) << precision) + sqrt(square)) >> 1;
    precision_ = precision;
  }
  if (precision == precision_) return {n, n * scaled_, precision};
  const Integer phi = scaled_ >> (precision_ - precision);
  return {n, n * phi, precision};
}

}  // namespace bouton
