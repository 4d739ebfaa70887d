// Numbers of a real quadratic field, exactly.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <gmpxx.h>

namespace bouton {

/// a + b sqrt(D) with rational a and b, where D > 1 has no square factor. Two that are not rational can be computed with, and
/// compared, where their D is the same. Each operation takes some products of rationals.
class QuadraticNumber {
 public:
  QuadraticNumber(mpq_class rational = 0) : a_(std::move(rational)) {}
  /// a + b sqrt(radicand), radicand >= 0 of up to 2^62. O(its cube root).
  QuadraticNumber(mpq_class a, mpq_class b, std::int64_t radicand);

  /// a - b sqrt(D).
  QuadraticNumber conjugate() const;
  /// -1, 0 or 1.
  int sign() const;
  bool is_rational() const { return b_ == 0; }
  double approximate() const;
  /// "1/4", "3 - sqrt(5)", "(2 sqrt(5) - 1)/3": a sum in parentheses where it is divided.
  std::string text() const;

  QuadraticNumber& operator+=(const QuadraticNumber& other);
  QuadraticNumber& operator-=(const QuadraticNumber& other);
  QuadraticNumber& operator*=(const QuadraticNumber& other);
  /// By a number other than 0.
  QuadraticNumber& operator/=(const QuadraticNumber& other);
  friend QuadraticNumber operator+(QuadraticNumber a, const QuadraticNumber& b) { return a += b; }
  friend QuadraticNumber operator-(QuadraticNumber a, const QuadraticNumber& b) { return a -= b; }
  friend QuadraticNumber operator*(QuadraticNumber a, const QuadraticNumber& b) { return a *= b; }
  friend QuadraticNumber operator/(QuadraticNumber a, const QuadraticNumber& b) { return a /= b; }
  friend bool operator==(const QuadraticNumber& a, const QuadraticNumber& b) { return a.a_ == b.a_ && a.b_ == b.b_; }

 private:
  mpq_class a_, b_ = 0;
  std::int64_t d_ = 1;  ///< D; 1 where nothing but rationals took part
};

}  // namespace bouton
