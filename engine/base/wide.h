// Whole numbers of 128 bits, for the sums and products of two of 64.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace bouton {

/// A whole number from -2^127 to 2^127 - 1, in two's complement. Sums and products wrap around; a quotient is rounded towards
/// 0, and a remainder has the sign of the dividend. For compilers that have no such type of their own, and their machines of 32
/// bits.
class WideNumber {
 public:
  constexpr WideNumber() = default;
  template <std::integral T>
  constexpr WideNumber(T value)  // NOLINT(google-explicit-constructor): every whole number is one
      : low_(static_cast<std::uint64_t>(value)), high_(value < 0 ? ~std::uint64_t{0} : 0) {}

  /// The lowest bits of it.
  template <std::integral T>
  constexpr explicit operator T() const {
    return static_cast<T>(low_);
  }

  friend constexpr WideNumber operator-(const WideNumber& a) { return WideNumber(~a.low_, ~a.high_) + WideNumber(1); }
  friend constexpr WideNumber operator+(const WideNumber& a, const WideNumber& b) {
    const std::uint64_t low = a.low_ + b.low_;
    return {low, a.high_ + b.high_ + (low < a.low_ ? 1U : 0U)};
  }
  friend constexpr WideNumber operator-(const WideNumber& a, const WideNumber& b) { return a + -b; }
  friend constexpr WideNumber operator*(const WideNumber& a, const WideNumber& b) {
    const std::uint64_t a0 = a.low_ & kHalf, a1 = a.low_ >> 32, b0 = b.low_ & kHalf, b1 = b.low_ >> 32;
    const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    const std::uint64_t other = a0 * b1 + (middle & kHalf);
    return {a.low_ * b.low_, a1 * b1 + (middle >> 32) + (other >> 32) + a.low_ * b.high_ + a.high_ * b.low_};
  }
  /// b is not 0.
  friend constexpr WideNumber operator/(const WideNumber& a, const WideNumber& b) {
    WideNumber rest;
    const WideNumber quotient = divided(a.magnitude(), b.magnitude(), rest);
    return a.is_negative() == b.is_negative() ? quotient : -quotient;
  }
  friend constexpr WideNumber operator%(const WideNumber& a, const WideNumber& b) {
    WideNumber rest;
    divided(a.magnitude(), b.magnitude(), rest);
    return a.is_negative() ? -rest : rest;
  }
  /// `bits` from 0 to 127.
  friend constexpr WideNumber operator<<(const WideNumber& a, std::int64_t bits) {
    if (bits == 0) return a;
    if (bits >= 64) return {0, a.low_ << (bits - 64)};
    return {a.low_ << bits, a.high_ << bits | a.low_ >> (64 - bits)};
  }

  WideNumber& operator+=(const WideNumber& other) { return *this = *this + other; }
  WideNumber& operator-=(const WideNumber& other) { return *this = *this - other; }
  WideNumber& operator*=(const WideNumber& other) { return *this = *this * other; }

  friend constexpr bool operator==(const WideNumber&, const WideNumber&) = default;
  friend constexpr std::strong_ordering operator<=>(const WideNumber& a, const WideNumber& b) {
    if (a.is_negative() != b.is_negative()) return b.is_negative() <=> a.is_negative();
    return a.high_ != b.high_ ? a.high_ <=> b.high_ : a.low_ <=> b.low_;
  }

 private:
  static constexpr std::uint64_t kHalf = 0xffff'ffff;

  constexpr WideNumber(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  constexpr bool is_negative() const { return high_ >> 63 != 0; }
  /// Without a sign, so that it is right for -2^127 too.
  constexpr WideNumber magnitude() const { return is_negative() ? -*this : *this; }

  /// Of numbers without a sign, a bit at a time. `rest` is 0.
  static constexpr WideNumber divided(const WideNumber& a, const WideNumber& b, WideNumber& rest) {
    WideNumber quotient;
    for (int bit = 127; bit >= 0; --bit) {
      const bool overflows = rest.is_negative();  // when it is doubled: it is less than b all the same, once b is taken away
      const std::uint64_t next = (bit >= 64 ? a.high_ >> (bit - 64) : a.low_ >> bit) & 1;
      rest = (rest << 1) + WideNumber(next);
      quotient = quotient << 1;
      if (!overflows && (rest.high_ != b.high_ ? rest.high_ < b.high_ : rest.low_ < b.low_)) continue;
      rest = rest - b;
      quotient = quotient + WideNumber(1);
    }
    return quotient;
  }

  std::uint64_t low_ = 0, high_ = 0;
};

#ifdef __SIZEOF_INT128__
__extension__ using Wide = __int128;
#else
using Wide = WideNumber;
#endif

}  // namespace bouton
