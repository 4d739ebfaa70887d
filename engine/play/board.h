// A game that machines play: the position, and the moves there are.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/play/sum_moves.h"
#include "engine/rules/rules.h"
#include "engine/sum/sum_rules.h"

namespace bouton {

/// A sum of positions of several games of one convention of play. Moves are numbered component by component, in the
/// rule's order, each option once: the order of Session::all_moves and of Solver::moves. Where they are few, as they nearly
/// always are, they are options of positions of 64 bits; else the board is large, and they are ranges. Throws what the rules
/// throw.
class Board {
 public:
  explicit Board(std::vector<std::shared_ptr<const Rules>> games)
      : games_(std::move(games)), large_(games_.begin(), games_.end()) {}

  /// Puts up a sum, whose components have one convention. Throws RequestError where its moves can neither be listed nor are
  /// ranges.
  void set_up(std::span<const SumPart> parts);
  /// `was_large`: whether the game that is played has been large before.
  void set_up(const Sum& sum, bool was_large = false);
  /// The position, for a Solver.
  Sum sum() const;

  /// Whether the moves are ranges. The parts, places and options below are those of boards that are not large.
  bool is_large() const { return many_.has_value(); }
  /// Whether the board has been large since it was set up: what small positions are worth in full is not worth its time then.
  bool was_large() const { return was_large_; }
  /// The moves of a large board.
  const SumMoves& many() const { return *many_; }

  const std::vector<SumPart>& parts() const { return parts_; }
  const Rules& rules(std::size_t component) const { return *games_[parts_[component].game]; }
  /// The component in which the player to move must move; nothing where there is none.
  const std::optional<std::size_t>& obliged() const { return obliged_; }
  /// Whether the last move was an `again`, so that the player who made it is to move.
  bool moves_again() const { return moves_again_; }
  std::size_t move_count() const { return obliged_ ? options_[*obliged_].size() : move_count_; }
  struct Place {
    std::size_t component, option;
  };
  /// Where move number `index` < move_count() stands.
  Place place(std::size_t index) const;
  /// The options of a component, each once.
  const Options& options(std::size_t component) const { return options_[component]; }

  /// Up to how many moves the player who is not to move may forbid now (Rules::blocking); 0 where that has been done.
  std::uint64_t may_forbid() const;
  /// Forbids the moves of these numbers, in ascending order, at most may_forbid() of them: from then on they are not among the
  /// moves.
  void forbid(const std::vector<std::size_t>& numbers);
  /// The same of the moves that lead where these do. Throws RequestError where one of them is not a move.
  void forbid(std::span<const Move> moves);
  /// The numbers of the moves that are forbidden, among all that the position has, in ascending order.
  const std::vector<std::size_t>& forbidden() const { return forbidden_; }

  /// Move number `index`, of any board.
  Move move(const Integer& index) const;
  void play(const Integer& index);
  void play(std::size_t index);

  bool over() const { return is_large() ? many_->empty() : move_count() == 0; }
  /// Of a game that is over, for the player to move.
  Outcome result() const;

 private:
  template <class Parts>
  void check_convention(const Parts& parts) const;
  void allow_all();
  /// False, and the board is large, where they are not to be listed.
  bool find_options(std::size_t component);
  void be_large(Sum sum);
  void place_parts(std::span<const SumPart> parts, std::optional<std::size_t> obliged = {});
  void place_sum(const Sum& sum);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::vector<LargePositions> large_;
  std::vector<SumPart> parts_;
  std::vector<Options> options_;
  std::size_t move_count_ = 0;  ///< of all components
  std::optional<std::size_t> obliged_;
  std::vector<std::size_t> forbidden_;
  bool has_forbidden_ = false;
  bool moves_again_ = false;
  bool was_large_ = false;
  Sum sum_;  ///< of a large board
  std::optional<SumMoves> many_;
};

}  // namespace bouton
