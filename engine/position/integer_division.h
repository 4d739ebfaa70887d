// Division of integers of any size that GMP's class does not have as an operator: rounded down.
#pragma once

#include "engine/position/integer.h"

namespace bouton {

/// a / b, rounded down; b is not 0. O(M(n)) for n digits.
inline Integer floor_quotient(const Integer& a, const Integer& b) {
  Integer quotient;
  mpz_fdiv_q(quotient.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return quotient;
}

}  // namespace bouton
