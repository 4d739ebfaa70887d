// Blocking (a Muller twist): before each move the other player forbids some of the options.
//
// The player who does not move forbids up to k options, and the player to move takes one of those that are left. Options are
// distinct positions, as the rule gives them: one that is named twice counts once, two that are the same up to a symmetry count
// as two. Whoever has no option left to take loses under normal play and wins under misère play.
//
// So under normal play a position is P if at most k of its options are P: these are forbidden, and whatever is left, if
// anything, leads to an N-position. Under misère play some option must be left, or the player to move wins: a position is P if
// at most k of its options are P and at least one is N. Where play need not end, a position is lost if at most k of its options
// are not N, won if more than k are P, and else a draw.
//
// The remoteness counts moves, not what is forbidden: the winner hastens and the loser delays, each as the one who moves and as
// the one who forbids. Values of sums do not follow from values of their components, so there are no Grundy values.
//
// Source: the twist is that of Muller (Smith and Stanica, 2002); of Wythoff's game, Larsson, "Blocking Wythoff Nim", 2011.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/values/packed_outcome.h"

namespace bouton {

/// `rules` where up to `most` options are forbidden before each move; `rules` themselves where that is 0. Their play is normal
/// or misère, and no move obliges. A move that splits the game throws RuleError when its options are listed: what it leads to
/// is a sum. Throws RequestError where play or moves are of another kind. `where` begins the messages: "rules/my_nim.lua:7: ".
std::shared_ptr<const Rules> with_blocking(std::shared_ptr<const Rules> rules, std::uint64_t most, std::string where = {});

/// The play that the author of the rules stated: of a blocking game that of the same rules without blocking, else play().
inline Play play_as_written(const Rules& rules) { return rules.blocking() > 0 ? rules.unblocked()->play() : rules.play(); }

/// Throws RequestError, which says why, where positions have no Grundy values: under other play than normal, and with blocking.
void require_grundy_values(const Rules& rules);

/// The outcome of a position of which up to `most` options are forbidden.
class BlockedOutcome {
 public:
  /// `play` is normal or misère.
  BlockedOutcome(std::uint64_t most, Play play) : most_(most), misere_(play == Play::misere) {}

  void clear();
  /// One distinct option.
  void add(PackedOutcome option);
  /// From all options that were added since clear(), perhaps none. O(options). Reorders them.
  PackedOutcome result();

 private:
  std::uint64_t most_;
  bool misere_;
  std::vector<Remoteness> p_, n_;  ///< of the options of either outcome
  std::uint64_t draws_ = 0;
};

}  // namespace bouton
