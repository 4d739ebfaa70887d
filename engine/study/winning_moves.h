// How many moves win in a sum, by kind, without a list of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/plan/solver.h"
#include "engine/position/integer.h"
#include "engine/rules/game.h"

namespace bouton {

/// Components of a sum: all positions of a box of one game, each once.
struct ComponentBox {
  std::size_t game = 0;
  BigPosition low, high;

  bool is_one_position() const { return low == high; }
  /// How many positions it has.
  Integer size() const;
  /// "7,9", or "1:1000,9" where a coordinate has a range.
  std::string text() const;
};

/// The positions of all boxes in order, each as a component. Throws LimitError where there are more than `most`.
Sum listed_components(const std::vector<ComponentBox>& boxes, std::uint64_t most);

/// How many winning moves there are.
struct MoveCounts {
  Integer all = 0;
  /// By the names of their kinds; moves without a name under "". Coins whose moves have no names of their own are counted by
  /// the coin that goes from heads to tails first: "turn 5", "turn 2,3", and those of a box together: "turn 1:9,1:9".
  std::map<std::string, Integer> by_label;
};

/// The same of moves that are listed.
MoveCounts counts_of(const Games& games, const Sum& sum, const std::vector<Move>& moves);

struct CountedMoves {
  Nimber value;  ///< the Grundy value of the sum
  MoveCounts winning;
  std::string by;       ///< the methods, as people read them
  std::string theorem;  ///< what they rest on; perhaps empty
};

/// The winning moves of the sum of all positions of the boxes, under normal play; `solver` is one of the games' rules. Refused,
/// with the reason, where not all values are finite, and where there are only some positions whose moves may as well be listed:
/// no coins, no large heaps, no formula, no box of heaps.
///
/// Heads of coins are counted by the distributions of what moves change (closed_form/heaps/board_of_heads.h), at the cost of
/// the values of the strips. Heaps are counted by a formula; or by a table of their values, at the cost of listing the options
/// of each size that occurs; or, where they are large, by their take-and-break code (heap/option_counts.h), the kinds being
/// those of the moves of small heaps. Other positions are counted, where they stand beside such, by a list of their moves with
/// values. What is there more than once is counted once. Throws what Solver throws.
Result<CountedMoves> count_winning_moves(const Games& games, Solver& solver, const std::vector<ComponentBox>& boxes,
                                         const Budget& budget);

}  // namespace bouton
