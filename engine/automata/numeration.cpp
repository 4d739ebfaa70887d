#include "engine/automata/numeration.h"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace bouton {

std::optional<Numeration> Numeration::from_key(std::string_view key) {
  const std::size_t space = key.find(' ');
  if (space == key.npos || key.size() != space + 2 || key.back() < '1' || key.back() > '9') return std::nullopt;
  const int parameter = key.back() - '0';
  if (key.substr(0, space) == "base" && parameter >= 2) return base(parameter);
  if (key.substr(0, space) == "recurrence") return recurrence(parameter);
  return std::nullopt;
}

std::string Numeration::key() const { return fmt::format("{} {}", is_base_ ? "base" : "recurrence", parameter_); }

std::string Numeration::text() const {
  if (is_base_) return parameter_ == 2 ? "binary digits" : fmt::format("digits in base {}", parameter_);
  std::string weights;
  for (std::size_t n = 0; n < 5; ++n) weights += fmt::format("{}, ", *weight(n));
  return fmt::format("sums of {} ({}...)",
                     parameter_ == 1   ? "Fibonacci numbers"
                     : parameter_ == 2 ? "U(n+1) = 2 U(n) + U(n-1), halves of Pell numbers,"
                                       : fmt::format("U(n+1) = {} U(n) + U(n-1),", parameter_),
                     weights);
}

std::optional<std::int64_t> Numeration::weight(std::size_t places) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 58;  // times 10 and added to, it fits
  std::int64_t before = is_base_ ? 0 : 1;
  std::int64_t weight = 1;
  for (std::size_t n = 0; n < places; ++n) {
    if (weight > kMost) return std::nullopt;
    const std::int64_t next = parameter_ * weight + (is_base_ ? 0 : before);
    before = weight;
    weight = next;
  }
  return weight;
}

std::vector<Digit> Numeration::digits_of(const Integer& n) const {
  std::vector<Digit> digits;
  if (is_base_) {
    if (n == 0) return digits;
    for (const char digit : n.get_str(parameter_)) digits.push_back(static_cast<Digit>(digit - '0'));
    return digits;
  }
  std::vector<Integer> weights = {1};
  Integer before = 1;
  while (weights.back() <= n) {
    const Integer next = parameter_ * weights.back() + before;
    before = weights.back();
    weights.push_back(next);
  }
  Integer rest = n;
  for (std::size_t place = weights.size() - 1; place-- > 0;) {
    Digit digit = 0;
    for (; rest >= weights[place]; ++digit) rest -= weights[place];
    digits.push_back(digit);
  }
  return digits;
}

Integer Numeration::value_of(std::span<const Digit> digits) const {
  Integer u = 0, v = 0;
  for (const Digit digit : digits) {
    const Integer next = parameter_ * u + v + static_cast<unsigned>(digit);
    if (!is_base_) v = u;
    u = next;
  }
  return u + v;
}

Numeration::Prefix Numeration::extended(Prefix read, std::int64_t digit) const {
  if (is_base_) return {parameter_ * read.u + digit, 0};
  return {parameter_ * read.u + read.v + digit, read.u};
}

// With j more digits to come, each number is at most the weight W(j) minus 1 more, so the whole is at least
//   (u - negative) W(j) + v W(j-1) + negative + more,   where W(0) = W(-1) = 1 and, in a base, v = 0.
// The part with W obeys the recurrence of W: where it is not negative for two j in a row, it grows from there on.
Numeration::Sign Numeration::decide(Prefix read, std::int64_t negative, std::int64_t positive, std::int64_t more) const {
  constexpr int kMostPlaces = 60;
  constexpr std::int64_t kGreatest = std::int64_t{1} << 54;
  // What is known of the least and the greatest value, for this j and the one before.
  std::int64_t least = read.u - negative + read.v, greatest = read.u + positive + read.v;
  std::int64_t least_before = 0, greatest_before = 0;
  bool always_above = true, always_below = true;
  for (int j = 0; j < kMostPlaces; ++j) {
    const bool above = least + negative + more > 0;
    const bool below = greatest - positive + more < 0;
    always_above = always_above && above;
    always_below = always_below && below;
    if (!above && !below) return Sign::open;
    // From here on it grows, or falls, and so does what is said of it.
    if (j > 0 && above && least >= 0 && least_before >= 0) return always_above ? Sign::positive : Sign::not_zero;
    if (j > 0 && below && greatest <= 0 && greatest_before <= 0) return always_below ? Sign::negative : Sign::not_zero;
    if (std::abs(least) > kGreatest || std::abs(greatest) > kGreatest) return Sign::open;
    // W(1) is k + 1, as if there were a W(-1) = 1 before.
    const auto next = [&](std::int64_t now, std::int64_t before, std::int64_t multiple) {
      if (is_base_) return parameter_ * now;
      return j == 0 ? (parameter_ + 1) * multiple + read.v : parameter_ * now + before;
    };
    const std::int64_t next_least = next(least, least_before, read.u - negative);
    const std::int64_t next_greatest = next(greatest, greatest_before, read.u + positive);
    least_before = std::exchange(least, next_least);
    greatest_before = std::exchange(greatest, next_greatest);
  }
  return Sign::open;
}

}  // namespace bouton
