// The value of a position under normal play, loopy positions included.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/position/integer.h"
#include "engine/values/mex.h"
#include "engine/values/outcome.h"

namespace bouton {

/// A nimber, or infinity with the set of finite values among its options: infinity(0,2) is written ∞(0,2); or loony, which
/// moves that oblige may be: whoever is to move wins, whatever stands beside. Sources: C. A. B. Smith (1966), Graphs and
/// composite games; A. S. Fraenkel and Y. Yesha (1986); Winning Ways, chapter 12.
class Nimber {
 public:
  /// The nimber *value; 0 by default.
  Nimber() = default;
  explicit Nimber(Integer value) : value_(std::move(value)) {}
  explicit Nimber(Grundy value) : value_(widen_unsigned(value)) {}
  /// Infinity; `among` are the finite values of its options, in any order, perhaps repeated.
  static Nimber infinity(std::vector<Integer> among);
  static Nimber loony();

  bool is_finite() const { return kind_ == Kind::finite; }
  bool is_loony() const { return kind_ == Kind::loony; }
  /// Of a finite one: its Grundy value.
  const Integer& value() const { return value_; }
  /// Of infinity: the finite values of its options, ascending, each once.
  const std::vector<Integer>& among() const { return among_; }

  /// P for 0; N for any other finite value, for loony and for infinity with 0 among its options; else a draw.
  Outcome outcome() const;
  /// "3", "∞(0,2)" or "loony".
  std::string text() const;

  /// The value of the disjunctive sum. Loony beside infinity is taken as loony: who adds the two has made sure that there is no
  /// play without end.
  friend Nimber operator+(const Nimber& a, const Nimber& b);
  friend bool operator==(const Nimber& a, const Nimber& b) = default;

 private:
  enum class Kind : std::uint8_t { infinite, finite, loony };
  Kind kind_ = Kind::finite;
  Integer value_;
  std::vector<Integer> among_;
};

}  // namespace bouton
