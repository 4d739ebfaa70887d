// Words of long numbers by divide and conquer.
//
// A block of k places, k a multiple of the system's period, is split off at the end of a word. What is read before it is a
// Numeration::Prefix, and the value of the whole is the sum of its counts times the numbers of followers of k digits, and the
// value of the block. So a word of 2k digits is evaluated from its two halves with a few products; the matrix that takes a
// prefix over a block of zeros is the same for all blocks of a length, and its square serves the next one.
//
// The other way, n < W(2k) has as its first k digits the word of the largest h whose prefix is worth no more than n: h is
// about n W(k) / W(2k), to within a few. That is found with one product by the inverse of the ratio, a little below; the word
// of h comes by the same way, and is counted on while the rest is as great as the number of words that may follow it. What is
// left is less than W(k), and gives the last k digits.
//
// Cost: O(M(d) log d) for d digits; memory O(d).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/automata/numeration.h"
#include "engine/position/integer.h"

namespace bouton {

/// Of a system that is not a base.
class LongWords {
 public:
  explicit LongWords(const Numeration& system);

  /// The digits of n >= 0, without leading zeros.
  std::vector<Digit> digits_of(const Integer& n);
  Integer value_of(std::span<const Digit> digits);

 private:
  /// The counts of a Numeration::Prefix.
  using Prefix = std::array<Integer, Numeration::kMostOrder>;

  /// Blocks of so many places.
  struct Level {
    std::size_t places = 0;
    /// What becomes over a block of zeros of the prefixes with one count that is 1.
    std::array<Prefix, Numeration::kMostOrder> images;
    Numeration::Followers<Integer> followers;  ///< of a block
    Integer inverse;                           ///< of W(2 places) / W(places), times 2^shift; 0 until it is asked for
    std::size_t shift = 0, cut = 0;            ///< so many bits of a number are left out before it is multiplied by that
  };

  const Level& level(std::size_t number);
  void prepare_inverse(std::size_t number);
  Prefix over_zeros(const Level& level, const Prefix& prefix) const;
  Integer value(const Level& level, const Prefix& prefix) const;

  Prefix read(std::span<const Digit> digits) const;
  /// Of a block of level `number`.
  Prefix prefix_of(std::span<const Digit> digits, std::size_t number);
  /// Writes the digits of n, which is less than the level's weight, and returns their prefix, or anything if it is not wanted.
  Prefix write(const Integer& n, std::size_t number, std::span<Digit> digits, bool wanted);
  void write_block(Integer n, std::span<Digit> digits) const;
  /// How many words of a block may follow digits.
  const Integer& followers(const Level& block, std::span<const Digit> digits) const;
  /// Changes digits to those of the next number, and their prefix too.
  void count_on(std::span<Digit> digits, Prefix& prefix, std::size_t number);
  Numeration::Tail tail(std::span<const Digit> digits, std::size_t count) const;

  const Numeration system_;
  std::vector<Integer> weights_;  ///< of the places of the least block
  std::vector<Level> levels_;
};

}  // namespace bouton
