// Numeration systems: how an automaton reads numbers.
//
// A number is a word of digits, the most significant one first, and each number has one word up to leading zeros. A 1 in place
// j, the place that j digits follow, is worth W(j):
//
//   base b       W(j+1) = b W(j), digits 0..b-1;
//   Ostrowski    W(j+1) = c(j) W(j) + W(j-1), where c(0), c(1), ... repeat a list; digits 0..c(j), and after a c(j) comes a 0.
//                The numbers c(j) are the partial quotients of a quadratic irrational: a list of one 1 gives sums of Fibonacci
//                numbers, one 2 halves of Pell numbers (Ostrowski 1922; Fraenkel 1985 for the words as they are here);
//   recurrence   W(j+1) = d(1) W(j) + ... + d(m) W(j+1-m), m = 2, 3 or 4, where d is the expansion of 1 in base x, the greatest
//                root of x^m = d(1) x^(m-1) + ... + d(m), a Pisot number: every part of a word is lexicographically below d
//                (Parry 1960; Bertrand 1989). The weights before W(0) are such that W(j) is the number of words of j digits.
//                The lists k, l with 2 <= l <= k are the quadratic systems (Fraenkel 1985); 1, 1, 1 gives Tribonacci numbers,
//                no three 1s in a row (Carlitz, Scoville, Hoggatt 1972); 1, 0, 1 those of Narayana's cows.
//
// Either way W(0) = 1, and numbers are in the order of their words. Where the list has p numbers, an automaton has to know
// which of them a digit belongs to, though it does not know how many digits follow: words have leading zeros so that their
// lengths are multiples of p.
//
// What makes these fit for proofs: the value of a sum of multiples of numbers, as far as their digits have been read, is kept
// in as many integers as the recurrence is long. They stay small, or the sign of the whole is decided whatever follows, since
// the recurrence has one root beyond 1 and the others inside the unit circle. What such an integer counts is the number of ways
// to read on after the first so many digits of d: a system is what those numbers are, and one rule serves all. For the same
// reason only the part of a continued fraction that repeats matters: two systems with the same one have the same sets that
// automata read, as the difference of the values of two words, each in its system, is kept in two integers as well.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/position/integer.h"

namespace bouton {

using Digit = std::uint8_t;

/// A value. Two are equal if they are the same system.
class Numeration {
 public:
  /// The longest list of an Ostrowski system, and its greatest number.
  static constexpr std::size_t kMostPeriod = 8;
  static constexpr int kGreatestQuotient = 10;
  /// The longest recurrence.
  static constexpr std::size_t kMostOrder = 4;

  /// Base b, 2 <= b <= 10.
  static Numeration base(int b) { return Numeration(std::array{b}, {}); }
  /// The Ostrowski system of one number: U(n+1) = k U(n) + U(n-1), 1 <= k <= 10.
  static Numeration recurrence(int k) { return ostrowski(std::array{k}); }
  /// The Ostrowski system of c(0), c(1), ...: 1 to 8 numbers from 1 to 10. A list that repeats a shorter one is that one.
  static Numeration ostrowski(std::span<const int> quotients) { return Numeration(quotients, std::array{1}); }
  /// The quadratic system U(n+1) = k U(n) + l U(n-1), 1 <= l <= k <= 10; where l is 1, the Ostrowski system of k.
  static Numeration recurrence(int k, int l) { return Numeration(std::array{k}, std::array{l}); }
  /// The system of the recurrence with the coefficients d(1), d(2), ...; nothing where is_recurrence() is false of them.
  static std::optional<Numeration> recurrence(std::span<const int> coefficients);
  /// Whether these two to four numbers from 0 to 10 are an expansion of 1, as above, and the greatest root of their equation is
  /// a Pisot number of which the other roots are inside the unit circle.
  static bool is_recurrence(std::span<const int> coefficients);
  static Numeration tribonacci() { return Numeration(std::array{1}, std::array{1, 1}); }
  /// The system that key() names, or nothing.
  static std::optional<Numeration> from_key(std::string_view key);

  /// "base 2", "recurrence 1", "recurrence 3,2", "recurrence 1,0,1", "ostrowski 1,1,3", "tribonacci".
  std::string key() const;
  /// For people: "binary digits", "sums of Fibonacci numbers (1, 2, 3, 5, 8, ...)".
  std::string text() const;

  bool is_base() const { return order_ == 1; }
  bool is_ostrowski() const { return order_ == 2 && second() == 1; }
  bool is_quadratic() const { return order_ == 2 && second() > 1; }
  /// The m of the recurrence; 1 of a base, 2 of an Ostrowski system.
  std::size_t order() const { return order_; }
  /// The b of a base, the first coefficient of a recurrence.
  int parameter() const { return quotients_[0]; }
  /// The l of a quadratic system, by which W(j-1) is multiplied; 1 in a base and an Ostrowski system.
  int second() const { return order_ == 1 ? 1 : rest_[0]; }
  /// The b of a base, or c(place), or d(1).
  int quotient(std::size_t place) const { return quotients_[place % period_]; }
  /// The lengths of words are multiples of this.
  std::size_t period() const { return period_; }
  /// Digits are 0 .. digits() - 1.
  int digits() const { return digits_; }

  /// What matters of the digits of a number that were read to which may follow: how many of them, the last ones, are the first
  /// numbers of d. 0 before the first digit.
  using Tail = std::uint8_t;
  /// Tails are 0 .. tails() - 1.
  Tail tails() const { return static_cast<Tail>(order_); }
  /// The tail with one more digit, in this place; nothing where no number has it there. The place counts modulo period().
  std::optional<Tail> after(Tail tail, Digit digit, std::size_t place) const;
  /// Whether some number has these digits, up to leading zeros.
  bool is_word(std::span<const Digit> digits) const;

  /// Of each tail, how many words of some number of digits may follow it. That of tail 0 is W of that number. The others are 0.
  template <class Number>
  using Followers = std::array<Number, kMostOrder>;
  /// Those of no digits.
  template <class Number>
  Followers<Number> no_digits() const;
  /// Those of `place` + 1 digits, of those of `place` digits.
  template <class Number>
  Followers<Number> one_digit_more(const Followers<Number>& followers, std::size_t place) const;

  /// W(places). Nothing beyond 2^62.
  std::optional<std::int64_t> weight(std::size_t places) const;
  /// The digits of n >= 0 without leading zeros; none for 0. O(M(d) log d) for d digits; memory O(d).
  std::vector<Digit> digits_of(const Integer& n) const;
  Integer value_of(std::span<const Digit> digits) const;

  /// A value read so far: the sum of each count times the number of words of j digits that may follow its tail, where j digits
  /// follow.
  using Prefix = std::array<std::int64_t, kMostOrder>;
  /// Puts one more digit, or a sum of digits, behind what was read, in a place that counts modulo period().
  template <class Number>
  void extend(std::array<Number, kMostOrder>& read, std::int64_t digit, std::size_t place) const;
  Prefix extended(Prefix read, std::int64_t digit, std::size_t place) const {
    extend(read, digit, place);
    return read;
  }
  /// The value if nothing follows.
  template <class Number>
  Number value(const std::array<Number, kMostOrder>& read) const {
    return std::accumulate(read.begin(), read.begin() + order_, Number(0));
  }
  /// What is known of a whole that is the prefix, minus at most `negative` numbers, plus at most `positive` numbers, plus
  /// `more`, for every way to read on.
  enum class Sign { positive, negative, not_zero, open };
  /// `places` digits follow, or any number more that is a multiple of period(). Sign::open may be said of more than is open;
  /// but of finitely many prefixes that can be read.
  Sign decide(const Prefix& read, std::int64_t negative, std::int64_t positive, std::int64_t more, std::size_t places) const;

  friend bool operator==(const Numeration&, const Numeration&) = default;

 private:
  /// `quotients` are d(1), or what takes its place in each place; `rest` is d(2), d(3), ...
  Numeration(std::span<const int> quotients, std::span<const int> rest);

  /// "U(n) + 2 U(n-1)"
  std::string recurrence_text() const;
  /// What a digit after the tail is compared with.
  int coefficient(std::size_t tail, std::size_t place) const { return tail == 0 ? quotient(place) : rest_[tail - 1]; }

  std::uint8_t order_ = 1;
  std::uint8_t digits_ = 2;
  std::uint8_t period_ = 1;
  std::array<std::uint8_t, kMostOrder - 1> rest_{};
  std::array<std::uint8_t, kMostPeriod> quotients_{};
};

template <class Number>
Numeration::Followers<Number> Numeration::no_digits() const {
  Followers<Number> followers{};
  for (std::size_t tail = 0; tail < order_; ++tail) followers[tail] = 1;
  return followers;
}

template <class Number>
Numeration::Followers<Number> Numeration::one_digit_more(const Followers<Number>& followers, std::size_t place) const {
  Followers<Number> longer{};
  for (std::size_t tail = 0; tail < order_; ++tail) {
    // A lesser digit, which leads to tail 0, or the very coefficient, which leads to the next tail.
    longer[tail] = coefficient(tail, place) * followers[0];
    if (tail + 1 < order_) longer[tail] += followers[tail + 1];
  }
  return longer;
}

// A tail with j + 1 digits to follow is what a lesser digit than its coefficient in place j makes of it, and the next tail. A
// digit fits an int, and GMP does not know 64 bits everywhere.
template <class Number>
void Numeration::extend(std::array<Number, kMostOrder>& read, std::int64_t digit, std::size_t place) const {
  Number next(static_cast<int>(digit));
  for (std::size_t tail = 0; tail < order_; ++tail) next += coefficient(tail, place) * read[tail];
  for (std::size_t tail = order_ - 1U; tail > 0; --tail) read[tail] = std::move(read[tail - 1]);
  read[0] = std::move(next);
}

}  // namespace bouton
