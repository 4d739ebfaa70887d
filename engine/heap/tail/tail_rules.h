// What decides the values of heaps beyond all rare ones: finitely many values.
//
// The idea. In the sparse way (sparse_values.h) a common value is excluded at heap n only by a pair with a rare heap in it, and
// every rare value below the value of n is excluded by some pair, its witness. Let W, the reach, be at least the largest rare
// heap below n, and let each of those rare values have a witness whose smaller heap is at most W. Then G(n) follows from the
// values of heaps 1 to W and from those of the last W + t heaps, where t is the most tokens that a move removes: the window.
// The values of heaps 1 to W do not change, so the window is a state, and going from a heap to the next a step from state to
// state; with classes that depend on the parity of the heap, that parity is part of the state.
//
// A step shows by itself whether it may be made: the candidate is a common value, and all witnesses are found. Where one is
// not found, n may be rare or have a witness of larger heaps; then nothing is claimed of n or beyond.
//
// Periods. If the windows before heaps n and n + p are the same (and p is even, where parity counts), and all steps from n to
// n + p are made, then they are made again from n + p on, for ever: G(m + p) = G(m) for all m >= n - W - t. No rare heap
// follows. Guy and Smith's theorem asks for the values up to 2 n + 2 p + t instead, all kept.
//
// Example: Kayles, mask of all bits, rare heaps 3, 6, 11, 18, 22, 28, 34, 39, 70. With W = 96 windows of 98 values will do:
// those before heaps 192 and 204 are the same, so the period is 12.
//
// Reduced values. Beyond the rare heaps every value is common, so one bit of it follows from the others: the lowest of the
// mask. Without it values are half as large, and they are in the same order.
//
// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 4; A. Flammenkamp, Lange Perioden in
// Subtraktions-Spielen (1997), and his computations of octal games.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/heap/values/value_classes.h"

namespace bouton {

/// What proves such a period, by its name: "proved by finite state".
inline constexpr std::string_view kFiniteState = "finite state";

/// A state: the values of the last heaps before one.
struct TailWindow {
  std::uint64_t heap = 0;
  std::vector<std::uint8_t> values;  ///< of heaps heap - values.size() to heap - 1
  friend bool operator==(const TailWindow&, const TailWindow&) = default;
};

/// The part of the state that does not change, and how to read windows. A value.
class TailRules {
 public:
  /// Values of this size and more are not for it.
  static constexpr Grundy kMostValue = 128;
  /// The least reach that there may be, and the one that is taken unless rare heaps ask for more: so large that witnesses which
  /// all lie beyond it have not been met in 10^11 heaps.
  static constexpr std::uint64_t kLeastReach = 4608;
  static constexpr std::uint64_t kUsualReach = 32768;
  static constexpr std::uint64_t kMostReach = std::uint64_t{1} << 20;

  /// Of a game whose values begin with these. Refused, with the reason, where moves are not of the kind, values are too great,
  /// or the rare heaps by these classes do not end below the reach or the values end too early beyond it: they are to go
  /// to about twice the reach. O(values).
  static Result<TailRules> of(const TakeAndBreak& game, const GrundyValues& values, const ValueClasses& classes,
                              std::uint64_t reach);
  /// The same with classes and a reach that fit the values.
  static Result<TailRules> fit(const TakeAndBreak& game, const GrundyValues& values);

  const TakeAndBreak& game() const { return game_; }
  const BoundedMoves& moves() const { return moves_; }
  const ValueClasses& classes() const { return classes_; }
  std::uint64_t reach() const { return reach_; }
  /// Values of a window.
  std::size_t window_size() const { return reach_ + moves_.most_removed; }
  /// The values of heaps 0 to reach().
  const std::vector<std::uint8_t>& first() const { return first_; }
  /// The first heap with a window before it that holds values beyond the reach alone.
  std::uint64_t least_heap() const { return reach_ + window_size() + 1; }

  bool is_rare(std::uint64_t heap) const { return !classes_.common(first_[heap], heap); }
  std::uint8_t reduced(Grundy value) const {
    return static_cast<std::uint8_t>((value & (bit_ - 1)) | (value / (2 * bit_) * bit_));
  }
  /// The common value of a heap that reduces to this.
  std::uint8_t common_value(std::uint8_t reduced, std::uint64_t heap) const {
    const auto value = static_cast<Grundy>((reduced & (bit_ - 1)) | (reduced & ~(bit_ - 1)) << 1);
    return static_cast<std::uint8_t>(classes_.common(value, heap) ? value : value | bit_);
  }

  /// The window before a heap >= least_heap(), from values that reach to it.
  TailWindow window(const GrundyValues& values, std::uint64_t heap) const;
  /// Whether it is as long as windows are, at a heap >= least_heap(), with values that are common there.
  bool is_window(const TailWindow& window) const;

 private:
  TailRules() = default;

  TakeAndBreak game_;
  BoundedMoves moves_;
  ValueClasses classes_;
  Grundy bit_ = 1;  ///< the lowest of the mask, by its value
  std::uint64_t reach_ = 0;
  std::vector<std::uint8_t> first_;
};

}  // namespace bouton
