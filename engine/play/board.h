// A game that machines play: positions of 64 bits, and the moves there are.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/rules/rules.h"
#include "engine/sum/sum_rules.h"

namespace bouton {

/// A sum of positions of several games of one convention of play. Moves are numbered component by component, in the
/// rule's order, each option once: the order of Session::moves and of Solver::moves. Throws what the rules throw.
class Board {
 public:
  explicit Board(std::vector<std::shared_ptr<const Rules>> games) : games_(std::move(games)) {}

  /// Puts up a sum, whose components have one convention.
  void set_up(std::span<const SumPart> parts);
  const std::vector<SumPart>& parts() const { return parts_; }
  /// The same, for a Solver.
  Sum sum() const;
  const Rules& rules(std::size_t component) const { return *games_[parts_[component].game]; }

  std::size_t move_count() const { return move_count_; }
  struct Place {
    std::size_t component, option;
  };
  /// Where move number `index` < move_count() stands.
  Place place(std::size_t index) const;
  /// The options of a component, each once.
  const Options& options(std::size_t component) const { return options_[component]; }
  void play(std::size_t index);

  bool over() const { return move_count_ == 0; }
  /// Of a game that is over, for the player to move.
  Outcome result() const;

 private:
  void find_options(std::size_t component);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::vector<SumPart> parts_;
  std::vector<Options> options_;
  std::size_t move_count_ = 0;
};

}  // namespace bouton
