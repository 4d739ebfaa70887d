// Take-and-break games: from a heap of n tokens remove k, and leave the rest in so many non-empty heaps.
//
// A game is written as a code, the octal notation of Guy and Smith (1956) carried on:
//
//   code       = digits-code [constraint] | "subtraction {" k {"," k} "}" | "all-but {" k {"," k} "}"
//   digits     = [digit] "." {digit} [tail]
//   digit      = "0".."9" | "A".."F" | "{" [count {"," count}] "}"
//   count      = h | h "+"                   h heaps; h heaps or more
//   tail       = "..." | "(" digit {digit} ")"
//   constraint = "unequal" | "not-all-equal" | "all-equal"
//
// The digit at place k after the point says what may happen when k tokens are removed: it is the sum of 2^h over the
// numbers h of heaps in which the rest may be left, so 1 takes a whole heap, 2 leaves one heap, 4 leaves two, 8 three.
// Counts that a hexadecimal digit cannot say stand in braces: {2,5} leaves two heaps or five, {3+} three or more. The
// digit before the point is for k = 0; it may only name two heaps or more (and may be left out where it is 0).
// All digits after the last are 0, unless a tail follows: "..." repeats the last digit without end, "(..)" its group.
//
// A constraint is on moves that leave two heaps or more: all of different sizes ("unequal"), not all of the same
// size, or all of the same size. Without one, any sizes will do.
//
//   0.77  Kayles           0.137 Dawson's Chess   4.0 unequal         Grundy's game
//   0.333 subtraction {1,2,3}                     0.0333... all-but {1}
//   4.3...                 Lasker's Nim           0.{3+}              take one, leave three heaps or more
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position/options.h"
#include "engine/position/position.h"

namespace bouton {

/// A set of numbers of heaps, each 0..63, perhaps with all numbers from some point on.
class HeapCounts {
 public:
  static constexpr unsigned kMost = 63;

  HeapCounts() = default;
  /// The counts h with bit h set.
  static HeapCounts of_bits(std::uint64_t bits);
  void insert(unsigned count);
  /// Inserts `count` and all that are greater.
  void insert_from(unsigned count);

  bool contains(std::uint64_t count) const {
    return count <= kMost ? count >= from_ || (listed_ >> count & 1) != 0 : !bounded();
  }
  bool empty() const { return listed_ == 0 && from_ == kNever; }
  /// The greatest count, or nothing if there is none such or the set is empty.
  std::optional<unsigned> greatest() const;
  /// Whether there is a greatest count (also true of the empty set).
  bool bounded() const { return from_ == kNever; }
  /// The least count from which on all are in the set; only if not bounded().
  unsigned from() const { return from_; }
  /// The counts below from(), as bits.
  std::uint64_t listed() const { return listed_; }

  friend bool operator==(const HeapCounts&, const HeapCounts&) = default;

 private:
  static constexpr unsigned kNever = kMost + 1;
  std::uint64_t listed_ = 0;  ///< only bits below from_ - 1, so that equal sets are equal members
  unsigned from_ = kNever;
};

/// What holds of the heaps that a move leaves, where it leaves two or more.
enum class HeapConstraint : std::uint8_t { none, unequal, not_all_equal, all_equal };

/// The description of a take-and-break game. A value.
class TakeAndBreak {
 public:
  /// The largest place that a digit may have.
  static constexpr std::uint64_t kMostRemoved = std::uint64_t{1} << 20;

  /// No move at all.
  TakeAndBreak() = default;
  /// Digits for k = 0, 1, ...; the last `repeat` of them are repeated for ever. Throws RequestError if digit 0 names
  /// fewer than two heaps, if there are more than kMostRemoved digits, or if `repeat` is more than the digits for k >= 1.
  TakeAndBreak(std::vector<HeapCounts> digits, std::size_t repeat, HeapConstraint constraint);

  /// Reads a code as described above. Throws RequestError, which quotes the code and names the place.
  static TakeAndBreak parse(std::string_view code);
  /// Take a number that is in `set` (all >= 1); all numbers that are not in `set`.
  static TakeAndBreak subtraction(std::span<const std::int64_t> set);
  static TakeAndBreak all_but(std::span<const std::int64_t> set);

  /// The code, in a form that parse() reads back as the same description; the same for equal games.
  std::string code() const;

  /// In how many heaps the rest may be left when `removed` tokens are taken. O(1).
  HeapCounts digit(std::uint64_t removed) const;
  /// The digits that are kept: those from digits().size() on are 0, or repeat the last repeat().
  std::span<const HeapCounts> digits() const { return digits_; }
  std::size_t repeat() const { return repeat_; }
  HeapConstraint constraint() const { return constraint_; }

  /// The most tokens that any move removes; nothing if the digits repeat. 0 for a game without moves.
  std::optional<std::uint64_t> most_removed() const;
  /// The most heaps that any move leaves; nothing if there is no limit. 0 for a game without moves.
  std::optional<unsigned> most_heaps() const;

  /// Adds every option of a heap of `heap` >= 0 tokens: removed numbers ascending, then numbers of heaps ascending, then
  /// sizes lexicographically, each option's heaps in ascending order. A whole heap taken leaves the heap 0.
  /// As many steps as there are partitions.
  void options(Coordinate heap, Options& out) const;

  friend bool operator==(const TakeAndBreak&, const TakeAndBreak&) = default;

 private:
  void normalize();

  std::vector<HeapCounts> digits_;
  std::size_t repeat_ = 0;
  HeapConstraint constraint_ = HeapConstraint::none;
};

}  // namespace bouton
