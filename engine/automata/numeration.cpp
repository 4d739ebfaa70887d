#include "engine/automata/numeration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/automata/long_words.h"

namespace bouton {
namespace {

/// Beyond so many bits or digits, words are taken apart.
constexpr std::size_t kLong = 16'000;

}  // namespace

Numeration::Numeration(Kind kind, std::span<const int> quotients) : kind_(kind) {
  std::size_t period = 1;
  while (period < quotients.size() &&
         (quotients.size() % period != 0 ||
          !std::ranges::equal(quotients.subspan(period), quotients.first(quotients.size() - period))))
    ++period;
  period_ = static_cast<std::uint8_t>(period);
  for (std::size_t i = 0; i < period; ++i) quotients_[i] = static_cast<std::uint8_t>(quotients[i]);
  digits_ = *std::ranges::max_element(quotients_);
  if (kind_ != Kind::base) ++digits_;
}

Numeration Numeration::recurrence(int k, int l) {
  if (l == 1) return recurrence(k);
  Numeration system(Kind::quadratic, std::array{k});
  system.second_ = static_cast<std::uint8_t>(l);
  return system;
}

std::optional<Numeration> Numeration::from_key(std::string_view key) {
  if (key == "tribonacci") return tribonacci();
  const std::size_t space = key.find(' ');
  if (space == key.npos) return std::nullopt;
  std::vector<int> numbers;
  for (const char* at = key.data() + space; at != key.data() + key.size();) {  // at a space or a comma
    int number = 0;
    const auto [end, error] = std::from_chars(at + 1, key.data() + key.size(), number);
    if (error != std::errc() || number < 1 || number > kGreatestQuotient) return std::nullopt;
    if (end != key.data() + key.size() && *end != ',') return std::nullopt;
    numbers.push_back(number);
    at = end;
  }
  if (numbers.empty() || numbers.size() > kMostPeriod) return std::nullopt;
  Numeration system = key.starts_with("base ") ? base(numbers[0]) : ostrowski(numbers);
  if (key.starts_with("recurrence ") && numbers.size() == 2 && numbers[1] <= numbers[0])
    system = recurrence(numbers[0], numbers[1]);
  return system.key() == key && system.digits() >= 2 ? std::optional(system) : std::nullopt;
}

std::string Numeration::key() const {
  if (kind_ == Kind::tribonacci) return "tribonacci";
  if (kind_ == Kind::quadratic) return fmt::format("recurrence {},{}", quotient(0), second_);
  const auto quotients = std::span(quotients_).first(period_);
  return fmt::format("{} {}", is_base() ? "base" : period_ == 1 ? "recurrence" : "ostrowski", fmt::join(quotients, ","));
}

std::string Numeration::text() const {
  if (is_base()) return quotient(0) == 2 ? "binary digits" : fmt::format("digits in base {}", quotient(0));
  std::string weights;
  for (std::size_t n = 0; n < std::size_t{4} + period_; ++n) weights += fmt::format("{}, ", *weight(n));
  std::string what = "Fibonacci numbers";
  if (is_tribonacci()) what = "Tribonacci numbers";
  else if (is_quadratic()) what = fmt::format("U(n+1) = {} U(n) + {} U(n-1),", quotient(0), second_);
  else if (period_ > 1)
    what = fmt::format("U(n+1) = c(n) U(n) + U(n-1) with c = {}, ... repeating,",
                       fmt::join(std::span(quotients_).first(period_), ", "));
  else if (quotient(0) == 2) what = "U(n+1) = 2 U(n) + U(n-1), halves of Pell numbers,";
  else if (quotient(0) > 2) what = fmt::format("U(n+1) = {} U(n) + U(n-1),", quotient(0));
  return fmt::format("sums of {} ({}...)", what, weights);
}

std::optional<Numeration::Tail> Numeration::after(Tail tail, Digit digit, std::size_t place) const {
  switch (kind_) {
    case Kind::base: return Tail{0};
    case Kind::ostrowski:
      if (digit > quotient(place) || (tail == 1 && digit != 0)) return std::nullopt;
      return static_cast<Tail>(digit == quotient(place) ? 1 : 0);
    case Kind::quadratic:
      if (digit > quotient(place) || (tail == 1 && digit >= second_)) return std::nullopt;
      return static_cast<Tail>(digit == quotient(place) ? 1 : 0);
    case Kind::tribonacci:
      if (tail == 2 && digit != 0) return std::nullopt;
      return static_cast<Tail>(digit == 0 ? 0 : tail + 1);
  }
  return std::nullopt;
}

bool Numeration::is_word(std::span<const Digit> digits) const {
  std::optional<Tail> tail = Tail{0};
  for (std::size_t i = 0; i < digits.size() && tail; ++i) tail = after(*tail, digits[i], digits.size() - 1 - i);
  return tail.has_value();
}

template <class Number>
Number Numeration::next_term(const Number& now, const Number& before, const Number& earlier, std::size_t j) const {
  switch (kind_) {
    case Kind::base: return quotient(0) * now;
    case Kind::ostrowski: return quotient(j) * now + before;
    case Kind::quadratic: return quotient(j) * now + (j == 0 ? 1 : second_) * before;
    case Kind::tribonacci: return now + before + earlier;
  }
  return now;
}

Integer Numeration::term_before(const Integer& next, const Integer& now, const Integer& before, std::size_t j) const {
  // In an Ostrowski system two terms in a row tell the one before them.
  if (kind_ == Kind::tribonacci) return next - now - before;
  if (j == 0) return 0;
  Integer rest = now - quotient(j - 1) * before;
  if (j > 1) rest /= second_;
  return rest;
}

// W(-1) = 1 and W(-2) = 0 make the recurrences hold from the start: W(1) is c(0) + 1, and in the Tribonacci system 2, then 4.
// In a quadratic system l W(-1) = 1, so W(1) is k + 1.
std::optional<std::int64_t> Numeration::weight(std::size_t places) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 58;  // times 10 and added to, it fits
  std::int64_t now = 1, before = 1, earlier = 0;
  for (std::size_t j = 0; j < places; ++j) {
    if (now > kMost) return std::nullopt;
    const std::int64_t next = next_term(now, before, earlier, j);
    earlier = std::exchange(before, std::exchange(now, next));
  }
  return now;
}

std::vector<Digit> Numeration::digits_of(const Integer& n) const {
  std::vector<Digit> digits;
  if (is_base()) {
    if (n == 0) return digits;
    for (const char digit : n.get_str(quotient(0))) digits.push_back(static_cast<Digit>(digit - '0'));
    return digits;
  }
  if (mpz_sizeinbase(n.get_mpz_t(), 2) > kLong) return LongWords(*this).digits_of(n);
  // The weights are passed upwards, to the first beyond n, and downwards again by the recurrence read backwards: no more than
  // three of them are ever kept.
  Integer now = 1, before = 1, earlier = 0;
  std::size_t place = 0;
  for (; now <= n; ++place) {
    Integer next = next_term(now, before, earlier, place);
    earlier = std::exchange(before, std::exchange(now, std::move(next)));
  }
  Integer rest = n;
  digits.reserve(place);
  while (place-- > 0) {
    Integer last = term_before(now, before, earlier, place);
    now = std::exchange(before, std::exchange(earlier, std::move(last)));
    Digit digit = 0;
    for (; rest >= now; ++digit) rest -= now;
    digits.push_back(digit);
  }
  return digits;
}

Integer Numeration::value_of(std::span<const Digit> digits) const {
  if (digits.size() > kLong && is_base()) {
    std::string text(digits.size(), '0');
    std::ranges::transform(digits, text.begin(), [](Digit digit) { return static_cast<char>('0' + digit); });
    return Integer(text, quotient(0));
  }
  if (digits.size() > kLong) return LongWords(*this).value_of(digits);
  Integer u = 0, v = 0, w = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t place = digits.size() - 1 - i;
    const auto digit = static_cast<unsigned>(digits[i]);
    switch (kind_) {
      case Kind::base: u = quotient(0) * u + digit; break;
      case Kind::ostrowski:
      case Kind::quadratic: v = std::exchange(u, Integer(quotient(place) * u + second_ * v + digit)); break;
      case Kind::tribonacci: {
        Integer next = u + v + digit;
        v = u + w;
        w = std::exchange(u, std::move(next));
        break;
      }
    }
  }
  return u + v;
}

// u W(j+1) + v l W(j) + w W(j-1), with W(j+1) by the recurrence, and a digit in place j.
Numeration::Prefix Numeration::extended(Prefix read, std::int64_t digit, std::size_t place) const {
  switch (kind_) {
    case Kind::base: return {quotient(0) * read.u + digit, 0, 0};
    case Kind::ostrowski:
    case Kind::quadratic: return {quotient(place) * read.u + second_ * read.v + digit, read.u, 0};
    case Kind::tribonacci: return {read.u + read.v + digit, read.u + read.w, read.u};
  }
  return read;
}

// With j more digits to come, each number is at most W(j) - 1 more, so the whole is at least
//   L(j) + negative + more, where L(j) = (u - negative) W(j) + v W(j-1) + w W(j-2).
// For the j that differ by multiples of the period p, L(j + p) = T L(j) + L(j - p) or, for an even p, T L(j) - L(j - p), with
// T >= 1 or T >= 3 (L(j + 1) = L(j) + L(j-1) + L(j-2) in the Tribonacci system, L(j + 1) = b L(j) in a base, k L(j) + l L(j-1)
// in a quadratic system, where v counts l W(j-1)): where L is not negative for so many j in a row, and not decreasing if p is
// even, it grows from there on.
Numeration::Sign Numeration::decide(Prefix read, std::int64_t negative, std::int64_t positive, std::int64_t more,
                                    std::size_t places) const {
  constexpr std::size_t kMostTerms = 60;
  constexpr std::int64_t kGreatest = std::int64_t{1} << 54;
  struct Terms {
    std::int64_t now = 0, before = 0, earlier = 0;
    void add(std::int64_t next) { earlier = std::exchange(before, std::exchange(now, next)); }
  };
  const std::int64_t largest =
      std::max({std::abs(read.u) + negative + positive, std::abs(read.v), std::abs(read.w), std::int64_t{1}});
  const std::size_t in_a_row = is_tribonacci() ? 3 : 2;
  Terms weight{1, 1, 0}, least, greatest;
  std::size_t j = 0;
  const auto add_digits = [&](std::size_t digits) {
    for (; digits > 0; --digits, ++j) weight.add(next_term(weight.now, weight.before, weight.earlier, j));
  };
  add_digits(places);
  const bool may_fall = period_ % 2 == 0;
  bool always_above = true, always_below = true;
  for (std::size_t term = 0; term < kMostTerms; ++term, add_digits(period_)) {
    if (weight.now > kGreatest / largest) return Sign::open;
    const std::int64_t rest = read.v * (j == 0 ? 1 : second_) * weight.before + read.w * weight.earlier;
    least.add((read.u - negative) * weight.now + rest);
    greatest.add((read.u + positive) * weight.now + rest);
    const bool above = least.now + negative + more > 0;
    const bool below = greatest.now - positive + more < 0;
    always_above = always_above && above;
    always_below = always_below && below;
    if (!above && !below) return Sign::open;
    if (term + 1 < in_a_row) continue;
    if (above && std::min({least.now, least.before, least.earlier}) >= 0 && !(may_fall && least.now < least.before))
      return always_above ? Sign::positive : Sign::not_zero;
    if (below && std::max({greatest.now, greatest.before, greatest.earlier}) <= 0 &&
        !(may_fall && greatest.now > greatest.before))
      return always_below ? Sign::negative : Sign::not_zero;
  }
  return Sign::open;
}

}  // namespace bouton
