#include "engine/automata/quadratic_number.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/position/integer.h"

namespace bouton {

QuadraticNumber::QuadraticNumber(mpq_class a, mpq_class b, std::int64_t radicand) : a_(std::move(a)), b_(std::move(b)) {
  // radicand is root^2 free rest; what is left of it in the end has two prime factors at most.
  std::int64_t root = 1, free = 1, rest = radicand;
  for (std::int64_t p = 2; p <= rest / p / p; ++p)
    for (bool again = false; rest % p == 0; rest /= p, again = !again) {
      free = again ? free / p : free * p;
      if (again) root *= p;
    }
  const Integer last = sqrt(widen(rest));
  if (last * last == widen(rest)) root *= *narrow(last);
  else free *= rest;
  b_ *= widen(root);
  if (free > 1) d_ = free;
  else a_ += std::exchange(b_, mpq_class(0));
}

QuadraticNumber QuadraticNumber::conjugate() const {
  QuadraticNumber result = *this;
  result.b_ = -b_;
  return result;
}

int QuadraticNumber::sign() const {
  const int of_a = sgn(a_), of_b = sgn(b_);
  if (of_a * of_b >= 0) return of_a != 0 ? of_a : of_b;
  return a_ * a_ > b_ * b_ * widen(d_) ? of_a : of_b;  // equal they never are
}

double QuadraticNumber::approximate() const {
  if (b_ == 0) return a_.get_d();
  // Where the two nearly cancel, by the norm over the conjugate.
  const double root = std::sqrt(static_cast<double>(d_)), a = a_.get_d(), b = b_.get_d() * root;
  if (a * b >= 0) return a + b;
  return mpq_class(a_ * a_ - b_ * b_ * widen(d_)).get_d() / (a - b);
}

std::string QuadraticNumber::text() const {
  const Integer denominator = lcm(a_.get_den(), b_.get_den());
  const Integer a = a_.get_num() * (denominator / a_.get_den()), b = b_.get_num() * (denominator / b_.get_den());
  const Integer times = abs(b);
  const std::string root = b == 0 ? "" : fmt::format("{}sqrt({})", times == 1 ? "" : times.get_str() + " ", d_);
  std::string sum = a.get_str();
  if (b != 0 && a == 0) sum = (b < 0 ? "-" : "") + root;
  else if (b > 0 && a < 0) sum = fmt::format("{} - {}", root, Integer(-a).get_str());
  else if (b != 0) sum += (b < 0 ? " - " : " + ") + root;
  if (denominator == 1) return sum;
  if (a != 0 && b != 0) sum = fmt::format("({})", sum);
  return fmt::format("{}/{}", sum, denominator.get_str());
}

QuadraticNumber& QuadraticNumber::operator+=(const QuadraticNumber& other) {
  a_ += other.a_;
  b_ += other.b_;
  d_ = std::max(d_, other.d_);
  return *this;
}
QuadraticNumber& QuadraticNumber::operator-=(const QuadraticNumber& other) {
  a_ -= other.a_;
  b_ -= other.b_;
  d_ = std::max(d_, other.d_);
  return *this;
}
QuadraticNumber& QuadraticNumber::operator*=(const QuadraticNumber& other) {
  d_ = std::max(d_, other.d_);
  if (b_ == 0 && other.b_ == 0) {
    a_ *= other.a_;
    return *this;
  }
  const mpq_class a = a_ * other.a_ + b_ * other.b_ * widen(d_);
  b_ = a_ * other.b_ + b_ * other.a_;
  a_ = a;
  return *this;
}
QuadraticNumber& QuadraticNumber::operator/=(const QuadraticNumber& other) {
  if (other.b_ == 0) {
    a_ /= other.a_;
    b_ /= other.a_;
    return *this;
  }
  const mpq_class norm = other.a_ * other.a_ - other.b_ * other.b_ * widen(other.d_);
  *this *= other.conjugate();
  a_ /= norm;
  b_ /= norm;
  return *this;
}

}  // namespace bouton
