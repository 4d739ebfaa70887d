// Numeration systems: how an automaton reads numbers.
//
// A number is a word of digits, the most significant one first, and each number has one word up to leading zeros. A 1 in place
// j, the place that j digits follow, is worth W(j):
//
//   base b       W(j+1) = b W(j), digits 0..b-1;
//   Ostrowski    W(j+1) = c(j) W(j) + W(j-1), where c(0), c(1), ... repeat a list; digits 0..c(j), and after a c(j) comes a 0.
//                The numbers c(j) are the partial quotients of a quadratic irrational: a list of one 1 gives sums of Fibonacci
//                numbers, one 2 halves of Pell numbers (Ostrowski 1922; Fraenkel 1985 for the words as they are here);
//   quadratic    W(j+1) = k W(j) + l W(j-1) with 2 <= l <= k, where l W(-1) counts as 1; digits 0..k, and after a k comes a
//   digit
//                below l (Fraenkel 1985; for the greater root of x^2 = k x + l, a Pisot number, Bertrand 1989);
//   Tribonacci   W(j+1) = W(j) + W(j-1) + W(j-2), digits 0 and 1, no three 1s in a row (Carlitz, Scoville, Hoggatt 1972).
//
// Either way W(0) = 1, and numbers are in the order of their words. Where the list has p numbers, an automaton has to know
// which of them a digit belongs to, though it does not know how many digits follow: words have leading zeros so that their
// lengths are multiples of p.
//
// What makes these fit for proofs: the value of a sum of multiples of numbers, as far as their digits have been read, is kept
// in as many integers as the recurrence is long. They stay small, or the sign of the whole is decided whatever follows, since
// the recurrence has one root beyond 1 and the others inside the unit circle. For the same reason only the part of a continued
// fraction that repeats matters: two systems with the same one have the same sets that automata read, as the difference of the
// values of two words, each in its system, is kept in two integers as well.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

  /// Base b, 2 <= b <= 10.
  static Numeration base(int b) { return Numeration(Kind::base, std::array{b}); }
  /// The Ostrowski system of one number: U(n+1) = k U(n) + U(n-1), 1 <= k <= 10.
  static Numeration recurrence(int k) { return Numeration(Kind::ostrowski, std::array{k}); }
  /// The Ostrowski system of c(0), c(1), ...: 1 to 8 numbers from 1 to 10. A list that repeats a shorter one is that one.
  static Numeration ostrowski(std::span<const int> quotients) { return Numeration(Kind::ostrowski, quotients); }
  /// The quadratic system U(n+1) = k U(n) + l U(n-1), 1 <= l <= k <= 10; where l is 1, the Ostrowski system of k.
  static Numeration recurrence(int k, int l);
  static Numeration tribonacci() { return Numeration(Kind::tribonacci, std::array{1}); }
  /// The system that key() names, or nothing.
  static std::optional<Numeration> from_key(std::string_view key);

  /// "base 2", "recurrence 1", "recurrence 3,2", "ostrowski 1,1,3", "tribonacci".
  std::string key() const;
  /// For people: "binary digits", "sums of Fibonacci numbers (1, 2, 3, 5, 8, ...)".
  std::string text() const;

  bool is_base() const { return kind_ == Kind::base; }
  bool is_ostrowski() const { return kind_ == Kind::ostrowski; }
  bool is_quadratic() const { return kind_ == Kind::quadratic; }
  bool is_tribonacci() const { return kind_ == Kind::tribonacci; }
  /// The b of a base, the k of a recurrence of one number or two.
  int parameter() const { return quotients_[0]; }
  /// The l of a quadratic system, by which W(j-1) is multiplied; 1 in any other. After the greatest digit of an Ostrowski or a
  /// quadratic system comes a digit below it.
  int second() const { return second_; }
  /// The b of a base, or c(place).
  int quotient(std::size_t place) const { return quotients_[place % period_]; }
  /// The lengths of words are multiples of this.
  std::size_t period() const { return period_; }
  /// Digits are 0 .. digits() - 1.
  int digits() const { return digits_; }

  /// What matters of the digits of a number that were read to which may follow: 0 before the first.
  using Tail = std::uint8_t;
  /// Tails are 0 .. tails() - 1.
  Tail tails() const { return kind_ == Kind::base ? 1 : kind_ == Kind::tribonacci ? 3 : 2; }
  /// The tail with one more digit, in this place; nothing where no number has it there. The place counts modulo period().
  std::optional<Tail> after(Tail tail, Digit digit, std::size_t place) const;
  /// Whether some number has these digits, up to leading zeros.
  bool is_word(std::span<const Digit> digits) const;

  /// W(places). Nothing beyond 2^62.
  std::optional<std::int64_t> weight(std::size_t places) const;
  /// The digits of n >= 0 without leading zeros; none for 0. O(M(d) log d) for d digits; memory O(d).
  std::vector<Digit> digits_of(const Integer& n) const;
  Integer value_of(std::span<const Digit> digits) const;

  /// A value read so far: u W(j) + v second() W(j-1) + w W(j-2), where j digits follow.
  struct Prefix {
    std::int64_t u = 0, v = 0, w = 0;
    friend auto operator<=>(const Prefix&, const Prefix&) = default;
  };
  /// The prefix with one more digit, or a sum of digits, in a place that counts modulo period().
  Prefix extended(Prefix read, std::int64_t digit, std::size_t place) const;
  /// The value if nothing follows.
  std::int64_t value(Prefix read) const { return read.u + read.v; }
  /// What is known of a whole that is the prefix, minus at most `negative` numbers, plus at most `positive` numbers, plus
  /// `more`, for every way to read on.
  enum class Sign { positive, negative, not_zero, open };
  /// `places` digits follow, or any number more that is a multiple of period(). Sign::open may be said of more than is open;
  /// but of finitely many prefixes that can be read.
  Sign decide(Prefix read, std::int64_t negative, std::int64_t positive, std::int64_t more, std::size_t places) const;

  friend bool operator==(const Numeration&, const Numeration&) = default;

 private:
  enum class Kind : std::uint8_t { base, ostrowski, quadratic, tribonacci };

  Numeration(Kind kind, std::span<const int> quotients);

  /// The next term of a sequence that obeys the recurrence of W: term j + 1 from terms j, j - 1 and j - 2.
  template <class Number>
  Number next_term(const Number& now, const Number& before, const Number& earlier, std::size_t j) const;

  /// The term three before `next`, term j + 1, of which `now` and `before` are terms j and j - 1: term j - 2.
  Integer term_before(const Integer& next, const Integer& now, const Integer& before, std::size_t j) const;

  Kind kind_;
  std::uint8_t digits_ = 2;
  std::uint8_t period_ = 1;
  std::uint8_t second_ = 1;
  std::array<std::uint8_t, kMostPeriod> quotients_{};
};

}  // namespace bouton
