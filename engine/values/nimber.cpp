#include "engine/values/nimber.h"

#include <algorithm>

namespace bouton {

Nimber Nimber::infinity(std::vector<Integer> among) {
  std::ranges::sort(among);
  among.erase(std::unique(among.begin(), among.end()), among.end());
  Nimber result;
  result.finite_ = false;
  result.among_ = std::move(among);
  return result;
}

Outcome Nimber::outcome() const {
  if (finite_) return value_ == 0 ? Outcome::P : Outcome::N;
  return !among_.empty() && among_.front() == 0 ? Outcome::N : Outcome::draw;
}

std::string Nimber::text() const { return finite_ ? value_.get_str() : "∞(" + to_string(among_) + ")"; }

Nimber operator+(const Nimber& a, const Nimber& b) {
  if (a.finite_ && b.finite_) return Nimber(Integer(a.value_ ^ b.value_));
  if (!a.finite_ && !b.finite_) return Nimber::infinity({});
  const Nimber& loopy = a.finite_ ? b : a;
  const Integer& shift = a.finite_ ? a.value_ : b.value_;
  std::vector<Integer> among;
  for (const Integer& value : loopy.among_) among.push_back(value ^ shift);
  return Nimber::infinity(std::move(among));
}

}  // namespace bouton
