// A game that is being played: the position, the moves that led to it, and how it ends.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/play/sum_moves.h"

namespace bouton {

/// Two players take turns, but that whoever makes an `again` moves once more; the first is the one who moves in the starting
/// position. Where options are forbidden (Rules::blocking), the player who does not move forbids some before each move.
class Session {
 public:
  enum class Player { first, second };

  /// `games` are those that the sum's components name; a sum of several components has one convention of play, normal
  /// or misère. Throws RequestError where that is not so; as play() does, LimitError if the moves of a position do not fit the
  /// memory of `budget`, RequestError where they can neither be listed nor are ranges.
  Session(std::vector<std::shared_ptr<const Rules>> games, Sum start, Budget budget = {});

  const Sum& position() const { return history_[made_]; }
  /// The position before move number `move` (from 0) <= moves_made().
  const Sum& position_before(std::size_t move) const { return history_.at(move); }
  /// The moves there are, however many.
  const SumMoves& all_moves() const { return moves_; }
  /// The same as a list. Throws RequestError where they are too many.
  const std::vector<Move>& moves() const { return moves_.list(); }
  /// Whether the moves of the start were too many to be listed.
  bool began_large() const { return began_large_; }
  std::size_t moves_made() const { return made_; }
  /// Move number `move` < moves_made(), counted from 0.
  const Move& move_made(std::size_t move) const { return moves_made_.at(move); }
  Player to_move() const { return mover(made_); }
  /// Who made, or is to make, move number `move` <= moves_made(), counted from 0.
  Player mover(std::size_t move) const;

  /// Makes move number `index` < all_moves().count(); moves that were taken back are discarded. `to`, unless it is empty, are
  /// positions that are the same as those that the move leads to under a symmetry of the game, and stand for them from then on.
  /// Throws what the rules throw, and then changes nothing.
  void play(const Integer& index, std::vector<BigPosition> to = {});
  void play(std::size_t index, std::vector<BigPosition> to = {}) { play(widen_unsigned(index), std::move(to)); }
  /// How many moves are to be taken back so that the player has not made their last move; nothing where they have made none.
  std::optional<std::size_t> moves_since_last_of(Player player) const;
  /// Takes back the last `count` <= moves_made() moves.
  void undo(std::size_t count);
  /// How many moves were taken back and can be made again.
  std::size_t moves_undone() const { return history_.size() - 1 - made_; }
  /// Makes the last `count` <= moves_undone() moves again that were taken back.
  void redo(std::size_t count);

  /// Up to how many moves the player who is not to move may forbid now; 0 where that has been done, and in other games.
  std::uint64_t may_forbid() const;
  /// Forbids the moves of these numbers < all_moves().count(), each once, at most may_forbid() of them; from then on they are
  /// not among all_moves(). A move that is made before anything is forbidden is made with nothing forbidden. Throws
  /// RequestError where they are too many, or may not be forbidden now.
  void forbid(std::vector<std::size_t> numbers);
  /// The moves that are forbidden before move number `move` <= moves_made(), in the rule's order.
  const std::vector<Move>& forbidden(std::size_t move) const { return forbidden_.at(move); }

  bool over() const { return moves_.empty(); }
  /// Of a game that is over: P if the player to move has lost, N if that player has won, else a draw.
  Outcome result() const;

 private:
  SumMoves moves_of(const Sum& sum) { return SumMoves::of(sum, large_, budget_); }
  SumMoves moves_left(std::size_t made);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::vector<LargePositions> large_;
  Budget budget_;
  std::vector<Sum> history_;  ///< the start, and the position after each move, those taken back included
  std::vector<Move> moves_made_;
  std::vector<std::vector<Move>> forbidden_;  ///< at each position of the history
  std::vector<bool> has_forbidden_;           ///< whether that has been decided
  std::size_t made_ = 0;                      ///< how many of them are made
  SumMoves moves_;
  bool began_large_ = false;
  Play play_ = Play::normal;
};

}  // namespace bouton
