#include "engine/automata/numeration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>
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

Numeration::Numeration(std::span<const int> quotients, std::span<const int> rest) {
  std::size_t period = 1;
  while (period < quotients.size() &&
         (quotients.size() % period != 0 ||
          !std::ranges::equal(quotients.subspan(period), quotients.first(quotients.size() - period))))
    ++period;
  period_ = static_cast<std::uint8_t>(period);
  for (std::size_t i = 0; i < period; ++i) quotients_[i] = static_cast<std::uint8_t>(quotients[i]);
  order_ = static_cast<std::uint8_t>(1 + rest.size());
  for (std::size_t i = 0; i < rest.size(); ++i) rest_[i] = static_cast<std::uint8_t>(rest[i]);
  digits_ = *std::ranges::max_element(quotients_);
  if (!is_base()) ++digits_;
}

namespace {

/// Whether the roots of a polynomial, the coefficients in the order of the powers, are inside the unit circle and not near it:
/// by steps down to lesser degrees (Schur 1918, Cohn 1922).
bool roots_are_inside(std::vector<double> polynomial) {
  constexpr double kNear = 1e-9;
  while (polynomial.size() > 1) {
    const double ratio = polynomial.front() / polynomial.back();
    if (std::abs(ratio) > 1 - kNear) return false;
    std::vector<double> lower(polynomial.size() - 1);
    for (std::size_t i = 0; i < lower.size(); ++i) lower[i] = polynomial[i + 1] - ratio * polynomial[polynomial.size() - 2 - i];
    polynomial = std::move(lower);
  }
  return true;
}

}  // namespace

bool Numeration::is_recurrence(std::span<const int> coefficients) {
  if (coefficients.size() < 2 || coefficients.size() > kMostOrder || coefficients.back() < 1) return false;
  const auto fits = [](int coefficient) { return coefficient >= 0 && coefficient <= kGreatestQuotient; };
  if (!std::ranges::all_of(coefficients, fits)) return false;
  for (std::size_t begin = 1; begin < coefficients.size(); ++begin)
    if (!std::ranges::lexicographical_compare(coefficients.subspan(begin), coefficients)) return false;
  // The greatest root is between 1 and 1 + d(1), by bisection; the others are those of the quotient.
  double low = 1, high = 1 + coefficients[0];
  const auto is_above_root = [&](double x) {
    double value = 1;
    for (const int coefficient : coefficients) value = value * x - coefficient;
    return value > 0;
  };
  for (int step = 0; step < 100; ++step) (is_above_root((low + high) / 2) ? high : low) = (low + high) / 2;
  std::vector<double> quotient = {1};
  for (const int coefficient : coefficients.first(coefficients.size() - 1))
    quotient.push_back(quotient.back() * low - coefficient);
  std::ranges::reverse(quotient);
  return roots_are_inside(std::move(quotient));
}

std::optional<Numeration> Numeration::recurrence(std::span<const int> coefficients) {
  if (!is_recurrence(coefficients)) return std::nullopt;
  return Numeration(coefficients.first(1), coefficients.subspan(1));
}

std::optional<Numeration> Numeration::from_key(std::string_view key) {
  if (key == "tribonacci") return tribonacci();
  const std::size_t space = key.find(' ');
  if (space == key.npos) return std::nullopt;
  std::vector<int> numbers;
  for (const char* at = key.data() + space; at != key.data() + key.size();) {  // at a space or a comma
    int number = 0;
    const auto [end, error] = std::from_chars(at + 1, key.data() + key.size(), number);
    if (error != std::errc() || number < 0 || number > kGreatestQuotient) return std::nullopt;
    if (end != key.data() + key.size() && *end != ',') return std::nullopt;
    numbers.push_back(number);
    at = end;
  }
  if (numbers.empty() || numbers.size() > kMostPeriod) return std::nullopt;
  std::optional<Numeration> system;
  if (key.starts_with("recurrence ") && numbers.size() > 1) system = recurrence(numbers);
  else if (std::ranges::min(numbers) >= 1) system = key.starts_with("base ") ? base(numbers[0]) : ostrowski(numbers);
  return system && system->key() == key && system->digits() >= 2 ? system : std::nullopt;
}

std::string Numeration::key() const {
  if (*this == tribonacci()) return "tribonacci";
  if (order_ > 2 || is_quadratic())
    return fmt::format("recurrence {},{}", quotient(0), fmt::join(std::span(rest_).first(order_ - 1U), ","));
  const auto quotients = std::span(quotients_).first(period_);
  return fmt::format("{} {}", is_base() ? "base" : period_ == 1 ? "recurrence" : "ostrowski", fmt::join(quotients, ","));
}

std::string Numeration::recurrence_text() const {
  std::string sum;
  for (std::size_t i = 0; i < order_; ++i) {
    const int factor = coefficient(i, 0);
    if (factor == 0) continue;
    sum += fmt::format("{}{}U(n{})", sum.empty() ? "" : " + ", factor == 1 ? "" : fmt::format("{} ", factor),
                       i == 0 ? "" : fmt::format("-{}", i));
  }
  return sum;
}

std::string Numeration::text() const {
  if (is_base()) return quotient(0) == 2 ? "binary digits" : fmt::format("digits in base {}", quotient(0));
  std::string weights;
  const std::size_t shown = (order_ > 3 ? 8U : 4U) + period_;
  for (std::size_t n = 0; n < shown; ++n) weights += fmt::format("{}, ", *weight(n));
  std::string what;
  if (*this == recurrence(1)) what = "Fibonacci numbers";
  else if (*this == tribonacci()) what = "Tribonacci numbers";
  else if (period_ > 1)
    what = fmt::format("U(n+1) = c(n) U(n) + U(n-1) with c = {}, ... repeating,",
                       fmt::join(std::span(quotients_).first(period_), ", "));
  else what = fmt::format("U(n+1) = {},{}", recurrence_text(), *this == recurrence(2) ? " halves of Pell numbers," : "");
  return fmt::format("sums of {} ({}...)", what, weights);
}

std::optional<Numeration::Tail> Numeration::after(Tail tail, Digit digit, std::size_t place) const {
  const int most = coefficient(tail, place);
  if (digit < most) return Tail{0};
  if (digit > most || tail + 1 == tails()) return std::nullopt;
  return static_cast<Tail>(tail + 1);
}

bool Numeration::is_word(std::span<const Digit> digits) const {
  std::optional<Tail> tail = Tail{0};
  for (std::size_t i = 0; i < digits.size() && tail; ++i) tail = after(*tail, digits[i], digits.size() - 1 - i);
  return tail.has_value();
}

std::optional<std::int64_t> Numeration::weight(std::size_t places) const {
  constexpr std::int64_t kMost = std::int64_t{1} << 58;  // times 10 and added to, it fits
  auto followers = no_digits<std::int64_t>();
  for (std::size_t place = 0; place < places; ++place) {
    if (followers[0] > kMost) return std::nullopt;
    followers = one_digit_more(followers, place);
  }
  return followers[0];
}

std::vector<Digit> Numeration::digits_of(const Integer& n) const {
  std::vector<Digit> digits;
  if (is_base()) {
    if (n == 0) return digits;
    for (const char digit : n.get_str(quotient(0))) digits.push_back(static_cast<Digit>(digit - '0'));
    return digits;
  }
  if (mpz_sizeinbase(n.get_mpz_t(), 2) > kLong) return LongWords(*this).digits_of(n);
  // The numbers of followers are passed upwards, to the first weight beyond n, and downwards again: no more of them are ever
  // kept than there are tails.
  auto followers = no_digits<Integer>();
  std::size_t place = 0;
  for (; followers[0] <= n; ++place) followers = one_digit_more(followers, place);
  Integer rest = n;
  digits.reserve(place);
  while (place-- > 0) {
    Integer weight = std::move(followers[order_ - 1U]);  // d(m) times that of one digit less
    if (coefficient(order_ - 1U, place) > 1) weight /= coefficient(order_ - 1U, place);
    for (std::size_t tail = order_ - 1U; tail > 0; --tail)
      followers[tail] = followers[tail - 1] - coefficient(tail - 1, place) * weight;
    followers[0] = std::move(weight);
    Digit digit = 0;
    for (; rest >= followers[0]; ++digit) rest -= followers[0];
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
  std::array<Integer, kMostOrder> read;
  for (std::size_t i = 0; i < digits.size(); ++i) extend(read, digits[i], digits.size() - 1 - i);
  return value(read);
}

// With j more digits to come, each number is at most W(j) - 1 more, so the whole is at least
//   L(j) + negative + more, where L(j) is the sum of count[t] followers(t, j), less negative W(j).
// L obeys the recurrence of W. With one list of coefficients, none of which is negative, it stays at least 0 once it was that
// for as many j in a row as the recurrence is long. In an Ostrowski system of the period p, and for the j that differ by
// multiples of p, L(j + p) = T L(j) + L(j - p) or, for an even p, T L(j) - L(j - p), with T >= 1 or T >= 3: where L is not
// negative for two such j in a row, and not decreasing if p is even, it grows from there on.
Numeration::Sign Numeration::decide(const Prefix& read, std::int64_t negative, std::int64_t positive, std::int64_t more,
                                    std::size_t places) const {
  constexpr std::size_t kMostTerms = 60;
  constexpr std::int64_t kGreatest = std::int64_t{1} << 54;
  std::int64_t largest = std::max<std::int64_t>(std::abs(read[0]) + negative + positive, 1);
  for (const std::int64_t count : read) largest = std::max(largest, std::abs(count));
  const std::size_t in_a_row = std::max<std::size_t>(order_, 2);
  auto followers = no_digits<std::int64_t>();
  std::size_t j = 0;
  const auto add_digits = [&](std::size_t digits) {
    for (; digits > 0; --digits, ++j) followers = one_digit_more(followers, j);
  };
  add_digits(places);
  const bool may_fall = period_ % 2 == 0;
  bool always_above = true, always_below = true;
  std::size_t not_negative = 0, not_positive = 0;  // so many terms in a row
  std::int64_t least_before = 0, greatest_before = 0;
  for (std::size_t term = 0; term < kMostTerms; ++term, add_digits(period_)) {
    if (followers[0] > kGreatest / largest) return Sign::open;
    const std::int64_t whole = std::inner_product(followers.begin(), followers.begin() + order_, read.begin(), std::int64_t{0});
    const std::int64_t least = whole - negative * followers[0], greatest = whole + positive * followers[0];
    const bool above = least + negative + more > 0;
    const bool below = greatest - positive + more < 0;
    always_above = always_above && above;
    always_below = always_below && below;
    if (!above && !below) return Sign::open;
    not_negative = least >= 0 ? not_negative + 1 : 0;
    not_positive = greatest <= 0 ? not_positive + 1 : 0;
    if (above && not_negative >= in_a_row && !(may_fall && least < least_before))
      return always_above ? Sign::positive : Sign::not_zero;
    if (below && not_positive >= in_a_row && !(may_fall && greatest > greatest_before))
      return always_below ? Sign::negative : Sign::not_zero;
    least_before = least;
    greatest_before = greatest;
  }
  return Sign::open;
}

}  // namespace bouton
