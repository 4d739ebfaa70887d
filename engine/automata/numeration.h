// Numeration systems: how an automaton reads numbers.
//
// A number is a word of digits, the most significant one first, and each number has one word up to leading zeros. In base b
// every word of digits 0..b-1 is one. In the system of the sequence U(0) = 1, U(1) = k + 1, U(n+1) = k U(n) + U(n-1) (the
// Fibonacci numbers for k = 1) digits are 0..k, and after a k comes a 0. Either way numbers are in the order of their words.
//
// What makes both fit for proofs: the value of a sum of multiples of numbers, as far as their digits have been read, is kept in
// two integers that stay small, or the sign of the whole is decided whatever follows.
#pragma once

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
  /// Base b, 2 <= b <= 10.
  static Numeration base(int b) { return Numeration(true, b); }
  /// U(n+1) = k U(n) + U(n-1), 1 <= k <= 9.
  static Numeration recurrence(int k) { return Numeration(false, k); }
  /// The system that key() names, or nothing.
  static std::optional<Numeration> from_key(std::string_view key);

  /// "base 2", "recurrence 1".
  std::string key() const;
  /// For people: "binary digits", "sums of Fibonacci numbers (1, 2, 3, 5, 8, ...)".
  std::string text() const;

  bool is_base() const { return is_base_; }
  /// The b or the k.
  int parameter() const { return parameter_; }
  /// Digits are 0 .. digits() - 1.
  int digits() const { return is_base_ ? parameter_ : parameter_ + 1; }
  /// Whether a number may have this digit and then `next`.
  bool may_follow(Digit digit, Digit next) const { return is_base_ || digit != parameter_ || next == 0; }

  /// What a 1 is worth that `places` digits follow: 1, 2, 4, ... in base 2. Nothing beyond 2^62.
  std::optional<std::int64_t> weight(std::size_t places) const;
  /// The digits of n >= 0 without leading zeros; none for 0. O(d^2) for d digits where the system is no base.
  std::vector<Digit> digits_of(const Integer& n) const;
  Integer value_of(std::span<const Digit> digits) const;

  /// A value read so far: u times the weight of the last digit that was read, plus v times that of the next one.
  struct Prefix {
    std::int64_t u = 0, v = 0;
    friend bool operator==(const Prefix&, const Prefix&) = default;
  };
  /// The prefix with one more digit, or a sum of digits.
  Prefix extended(Prefix read, std::int64_t digit) const;
  /// The value if nothing follows.
  std::int64_t value(Prefix read) const { return is_base_ ? read.u : read.u + read.v; }
  /// What is known of a whole that is the prefix, minus at most `negative` numbers, plus at most `positive` numbers, plus
  /// `more`, for every way to read on.
  enum class Sign { positive, negative, not_zero, open };
  /// Sign::open may be said of more than is open; but of finitely many prefixes that can be read.
  Sign decide(Prefix read, std::int64_t negative, std::int64_t positive, std::int64_t more) const;

  friend bool operator==(const Numeration&, const Numeration&) = default;

 private:
  Numeration(bool is_base, int parameter) : is_base_(is_base), parameter_(parameter) {}

  bool is_base_;
  int parameter_;
};

}  // namespace bouton
