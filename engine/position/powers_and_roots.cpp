#include "engine/position/powers_and_roots.h"

namespace bouton {

Integer power(const Integer& base, std::uint64_t exponent) {
  // The powers of -1, 0 and 1 alternate, and GMP knows exponents of the size of `long` alone.
  if (base >= -1 && base <= 1 && exponent > 2) exponent = 2 - exponent % 2;
  Integer result;
  mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), static_cast<unsigned long>(exponent));
  return result;
}

std::int64_t whole_root(std::int64_t n) { return *narrow(Integer(sqrt(widen(n)))); }

bool is_square(std::int64_t n) {
  if (n < 0) return false;
  const std::int64_t root = whole_root(n);
  return root * root == n;
}

}  // namespace bouton
