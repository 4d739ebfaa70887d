#include "engine/closed_form/wythoff/wythoff_newton.h"

namespace bouton {

Fraction golden_ratio_by_newton(unsigned steps) {
  Fraction x{809, 500};
  for (; steps > 0; --steps) {
    const Integer p = x.numerator;
    const Integer q = x.denominator;
    x = {p * p + q * q, q * (2 * p - q)};
  }
  return x;
}

unsigned newton_steps_for(std::size_t decimals) {
  // |x_0 - phi| < 10^-4.46, and 10^-d becomes less than 10^-(2d + 0.3).
  double certain = 4.46;
  unsigned steps = 0;
  while (certain <= static_cast<double>(decimals)) {
    certain = 2 * certain + 0.3;
    ++steps;
  }
  return steps;
}

Integer wythoff_by_newton(const Integer& n, unsigned steps) {
  const Fraction phi = golden_ratio_by_newton(steps);
  return n * phi.numerator / phi.denominator;
}

Integer wythoff_by_newton(const Integer& n) {
  const std::size_t k = mpz_sizeinbase(n.get_mpz_t(), 10);  // n < 10^k
  return wythoff_by_newton(n, newton_steps_for(2 * k + 1));
}

}  // namespace bouton
