// Values of positions under misère play: trees of options, as small as they can be made.
//
// *Equality.* Two games G and H are equal if G + X and H + X have the same outcome for every X. Under misère play a game is
// seldom equal to a heap of nim, so that a value is the game itself, without what makes no difference to it.
//
// *Reduction.* An option H' of H is reversible if it has an option that is equal to H: whoever moves to H' is answered by a
// move that brings H back. So let G be a game such that every option of G is one of H, and every other option of H has G as an
// option. Then G and H are equal, but for one proviso: where G has no options, H must be an N-position, since whoever may not
// move in G has won. If H and its options are without reversible options, it is the one such form of all games that are equal
// to it. (J. H. Conway, *On Numbers and Games*, 1976, ch. 12; A. N. Siegel, *Combinatorial Game Theory*, 2013, V.1.) A form
// that H is equal to without being it is an option of each option of H that has the latest birthday, so there are few to try.
//
// Example. 0 has no options, *1 has the option 0. {*1} has one option, whose option is 0. G = 0 has no option that {*1} lacks,
// and
// {*1} is N, since *1 is P: whoever moves to *1 makes the other one take the last counter. So {*1} is 0. But {*2}, where *2 =
// {0, *1}, is not: its option has 0 as an option, and yet {*2} is P, since *2 is N. It is not *1 either, since *1 has the
// option 0 that {*2} lacks. So {*2} is a value of its own. Up to birthday 0, 1, 2, ... there are 1, 2, 3, 5, 22, 4171780
// values.
//
// Options of a sum A + B are A' + B and A + B'.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/nimbers/misere/wide_hash.h"
#include "engine/system/zeroed_memory.h"

namespace bouton::nimbers {

/// Reduced trees, each once, by number. One thread.
class MisereTrees {
 public:
  using Number = std::uint32_t;
  static constexpr Number kZero = 0;           ///< the tree without options
  static constexpr Number kNone = ~Number{0};  ///< no tree: it would be too large

  /// Trees have at most `most_followers` different ones below them. All trees and what is remembered of sums take at most
  /// `bytes`, and some kilobytes at least; when that is full, no further tree is made.
  MisereTrees(std::uint32_t most_followers, std::size_t bytes);

  /// The value with these options, which are trees; sorts them. kNone where it would be too large.
  Number with_options(std::vector<Number>& options);
  /// The tree that a tree with these options is equal to, where it has a reversible option: the options are then not its
  /// own. Options are ascending, each once. O(options * options of the first of them).
  std::optional<Number> simplified(std::span<const Number> options) const;
  /// The value of a sum. kNone where it would be too large, or has too many positions.
  Number sum(Number a, Number b);

  bool is_P(Number tree) const { return trees_[tree].is_P; }
  /// Ascending; until the next tree is made.
  std::span<const Number> options(Number tree) const { return {options_.data() + trees_[tree].first, trees_[tree].count}; }
  /// How many different trees are below it, itself counted.
  std::uint32_t followers(Number tree) const { return trees_[tree].followers; }
  /// The most moves that can be made in it.
  std::uint32_t birthday(Number tree) const { return trees_[tree].birthday; }
  /// Of what the tree is, whatever its number.
  const WideHash& hash(Number tree) const { return trees_[tree].hash; }
  std::size_t size() const { return trees_.size(); }

 private:
  struct Tree {
    std::uint32_t first = 0, count = 0;  ///< in options_
    std::uint32_t followers = 1;
    std::uint16_t birthday = 0;
    bool is_P = false;
    WideHash hash;
  };
  struct Summed {
    Number a = 0, b = 0, sum = 0;  ///< both are more than 0; an empty place has 0
  };

  static std::size_t sums_within(std::size_t bytes);
  bool contains(Number tree, Number option) const;
  Number interned(std::span<const Number> options);
  std::uint32_t count_followers(std::span<const Number> options);
  void rehash();
  Number sum_of_options(Number a, Number b);
  Summed& remembered(Number a, Number b);

  std::uint32_t most_followers_;
  std::size_t most_bytes_;
  std::vector<Tree> trees_;
  std::vector<Number> options_;
  std::vector<Number> slots_;  ///< by hash of the options: a tree, or kNone
  ZeroedMemory sums_;          ///< Summed by hash of both; the later one stays
  std::size_t sum_mask_;
  std::vector<std::uint32_t> seen_;  ///< by tree: the last count of followers that it was in
  std::uint32_t count_ = 0;
  std::vector<Number> waiting_;
};

}  // namespace bouton::nimbers
