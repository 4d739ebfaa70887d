// The moves of a sum, numbered: listed, or, where there are many, as ranges.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/random.h"
#include "engine/plan/solver.h"
#include "engine/play/large_positions.h"

namespace bouton {

/// Uniform in 0..n - 1, n >= 1; beyond 64 bits but for 2^-32 of it.
Integer random_below(const Integer& n, Random& random);

/// Moves are numbered from 0, component by component, in the rule's order, each once: the order of Solver::moves. Where the
/// options of a component are ranges that it cannot be told of (OptionRanges::is_distinct, is_in_order), they are in some
/// order, and a move may have several numbers, of which the least is its own.
class SumMoves {
 public:
  /// The moves of one component.
  struct Part {
    std::vector<Move> listed;
    std::shared_ptr<const ManyOptions> many;  ///< null where they are listed
    Integer first;                            ///< the number of the first
  };

  /// The moves of a sum: of the component alone in which the player to move must move, if there is such a one. `large` has an
  /// entry for each game. Throws what rules throw; RequestError where they can neither be listed nor are ranges; LimitError
  /// where the list does not fit the memory of `budget`.
  static SumMoves of(const Sum& sum, std::vector<LargePositions>& large, const Budget& budget);

  const Integer& count() const { return count_; }
  /// Whether count() is known to be that of different moves.
  bool is_exact() const;
  bool empty() const { return count_ == 0; }
  bool is_listed() const { return listed_; }
  /// All of them, listed now where they are not. Throws RequestError where they are too many, LimitError where the list does
  /// not fit the memory.
  const std::vector<Move>& list() const;
  /// In the order of the components.
  const std::vector<Part>& parts() const { return parts_; }

  /// Move number `number` < count().
  Move move(const Integer& number) const;
  /// The least number of the move that replaces a component by these positions, as the rule gives them, of that kind where one
  /// is given; nothing if there is none.
  std::optional<Integer> number_of(std::size_t component, const std::vector<BigPosition>& to,
                                   std::optional<MoveKind> kind = {}) const;
  /// The same without the moves of these numbers, in ascending order. Of moves that are listed.
  SumMoves without(const std::vector<std::size_t>& numbers) const;

  /// The number of a move, each with the same chance.
  Integer random(Random& random) const;

 private:
  const Part& part_of(const Integer& number) const;

  Budget budget_;
  std::vector<Part> parts_;
  mutable std::vector<Move> all_;  ///< where all are listed, or have been asked for
  Integer count_ = 0;
  bool listed_ = true;
};

/// The sum that `move` makes of `sum`, with what it obliges to. Who moves there is whoever made an `again`, else the other.
Sum after(const Sum& sum, const Move& move);
/// The same as it lies on a table: without the heads of coins (Rules::heads_cancel) that lie two at one place.
Sum laid_out_after(const Sum& sum, const Move& move, std::span<const std::shared_ptr<const Rules>> games);

}  // namespace bouton
