// The disjunctive sum of positions of several games, as one game.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/position_index.h"
#include "engine/rules/rules.h"

namespace bouton {

/// A position of one of several games.
struct SumPart {
  std::size_t game = 0;
  Position position;
};

/// A move in the sum is a move in one component; a move that splits a component leaves several. A position of this
/// game is the ascending list of its components' numbers, which are given as the components are met; components
/// without options are left out, since under normal and misère play they do not matter. So the rules of each game are
/// asked once for the options of each component, however many sums it stands in, and splits need no care from anyone.
/// Heads of coins (Rules::heads_cancel) are as they lie, none of them replaced by another under a symmetry, and two at one
/// place are left out.
///
/// Everything may throw what the games' rules throw, and LimitError when the account is used up.
class SumRules : public Rules {
 public:
  /// The play of the sum is `play`, whatever the games say; not by_position.
  SumRules(std::vector<std::shared_ptr<const Rules>> games, Play play, const std::shared_ptr<MemoryAccount>& account);

  /// The sum of `parts` as a position of this game.
  Position position(std::span<const SumPart> parts) const;
  /// The components that a position of this game stands for, each normalized unless it is the head of a coin.
  std::vector<SumPart> parts(PositionView position) const;

  const Domain& domain() const override { return domain_; }
  void options(PositionView position, Options& out) const override;
  Play play() const override { return play_; }
  void normalize(Position& position) const override;

 private:
  using Number = PositionIndex::Number;

  /// Where the options of a component stand in moves_.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    bool asked = false;
    bool settled = false;  ///< the parts without options have been left out
    bool cancels = false;  ///< two of it are none
  };

  Number intern(std::size_t game, PositionView position) const;
  void ask(Number component) const;
  void settle(Number component) const;
  bool is_terminal(Number component) const;
  void replace(PositionView position, std::size_t component, std::span<const Number> parts) const;
  void cancel(Position& ascending) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  Play play_;
  Domain domain_;
  bool any_cancels_ = false;  ///< of some game heads cancel

  // What has been met so far; a cache, so that asking for options changes nothing that can be seen.
  mutable PositionIndex components_;  ///< the game's number, then the position
  mutable ChargedVector<Range> ranges_;
  /// The options of each component, each once: how many parts it has, then the parts, ascending.
  mutable ChargedVector<Number> moves_;
  mutable Options options_;
  mutable Position key_, component_, sum_;
};

}  // namespace bouton
