// A box of heads: coins at all places of a rectangle on a board, all heads; and how many of the moves change its value by some
// number.
//
// The value of the box is the nim product of the nim-sums of the strips, since the product is distributive, and a move of the
// product changes the value by the nim product of the changes in the strips (engine/rules/coin_turning.h). So the distributions
// of the changes of the single strips tell how often a change comes about: for each change of all strips but the last there is
// one number that makes it the change that is asked for, a nim quotient. Whether the box has nine coins or a million times a
// million is no matter.
// Source: the Tartan theorem (Lenstra, "Nim multiplication", 1977; Winning Ways, ch. 14).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/closed_form/heaps/strip_values.h"

namespace bouton {

class BoardOfHeads {
 public:
  /// The heads of each strip; one strip or more. The kind of a move is that of its part in the first strip.
  explicit BoardOfHeads(const std::vector<StripValues::Heads>& strips, const Budget& budget);

  std::uint64_t value() const { return value_; }
  /// How many moves change the value by `change`, which is not 0, by the names of their kinds. Cost: a nim quotient for each
  /// change of all strips but the last.
  std::map<std::string, Integer> moves_that_change(std::uint64_t change) const;

 private:
  std::uint64_t value_ = 1;
  ChangeCounts all_but_last_;              ///< of two strips or more
  std::map<std::uint64_t, Integer> last_;  ///< of all kinds together
  ChangeCounts only_;                      ///< of one strip
  Budget budget_;
};

}  // namespace bouton
