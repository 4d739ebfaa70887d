// The published way to the Wythoff pairs: Newton steps for phi (B. Verkhovsky 2010, IJCNS 3:793-800), with the number of
// steps that is really needed.
#pragma once

#include <cstddef>

#include "engine/position/integer.h"

namespace bouton {

/// numerator / denominator, not necessarily in lowest terms.
struct Fraction {
  Integer numerator, denominator;
};

/// x_r for r = `steps`: x_0 = 1.618 and x_(r+1) = (x_r^2 + 1)/(2 x_r - 1), Newton's method for x^2 - x - 1. Exact, so its
/// length doubles at every step. O(M(2^steps)).
Fraction golden_ratio_by_newton(unsigned steps);

/// The least r for which |x_r - phi| < 10^-decimals is certain. O(log decimals).
/// As x_(r+1) - phi = (x_r - phi)^2/(2 x_r - 1), an error e < 0.0001 becomes one below e^2/2; the first is below 3.4e-5.
unsigned newton_steps_for(std::size_t decimals);

/// floor(n x_r) for r = `steps`, n >= 0. It is floor(n phi) if |x_r - phi| < 10^-(2k+1) where n <= 10^k: n phi is at
/// least 0.38/n away from every integer but 0, and n |x_r - phi| is below 0.1/n. (As published, k digits were to suffice;
/// the first n that r = 0, 1 and 2 steps get wrong are 233, 46368 and 4807526976.)
Integer wythoff_by_newton(const Integer& n, unsigned steps);

/// floor(n phi), n >= 0, by as many steps as that needs: O(log log n) of them, the last O(M(length of n)).
Integer wythoff_by_newton(const Integer& n);

}  // namespace bouton
