#include "engine/values/nimber.h"

#include <algorithm>

namespace bouton {

Nimber Nimber::infinity(std::vector<Integer> among) {
  std::ranges::sort(among);
  among.erase(std::unique(among.begin(), among.end()), among.end());
  Nimber result;
  result.kind_ = Kind::infinite;
  result.among_ = std::move(among);
  return result;
}

Nimber Nimber::loony() {
  Nimber result;
  result.kind_ = Kind::loony;
  return result;
}

Outcome Nimber::outcome() const {
  if (is_loony()) return Outcome::N;
  if (is_finite()) return value_ == 0 ? Outcome::P : Outcome::N;
  return !among_.empty() && among_.front() == 0 ? Outcome::N : Outcome::draw;
}

std::string Nimber::text() const {
  if (is_loony()) return "loony";
  return is_finite() ? value_.get_str() : "∞(" + to_string(among_) + ")";
}

Nimber operator+(const Nimber& a, const Nimber& b) {
  if (a.is_loony() || b.is_loony()) return Nimber::loony();
  if (a.is_finite() && b.is_finite()) return Nimber(Integer(a.value_ ^ b.value_));
  if (!a.is_finite() && !b.is_finite()) return Nimber::infinity({});
  const Nimber& loopy = a.is_finite() ? b : a;
  const Integer& shift = a.is_finite() ? a.value_ : b.value_;
  std::vector<Integer> among;
  for (const Integer& value : loopy.among_) among.push_back(value ^ shift);
  return Nimber::infinity(std::move(among));
}

}  // namespace bouton
