// Values in games with moves that oblige: one position at a time, by the moves alone.
//
// After an ordinary move the opponent moves anywhere; after a complimenting one (`again`) the same player does; after an
// entailing one (`entail`) the opponent does, but in the component that was moved to. Play is normal: whoever must move and
// cannot loses, also where a move in another component is left. Let A(X) be the set of the n for which the player who moves
// now, and moves in X, wins X + *n. It is the union over the moves of X of
//
//   {value(Y)}                 for an ordinary move to Y; nothing where Y is loony
//   all numbers but value(Y)   for an `again` to Y; all numbers where Y is loony
//   the complement of A(Y)     for an `entail` to Y
//
// and value(X) is the least number that is not in A(X), or *loony* where there is none. Each A(X) is finite, or lacks finitely
// many numbers. A sum in which nobody is obliged is N if some component is loony, and else by its nim-sum. Who is obliged to
// move in X, beside components of nim-sum n, wins iff n is in A(X); beside a loony component, iff A(X) lacks finitely many: iff
// X has an `again`, or an `entail` to some Y where the obliged player loses there.
//
// Example, Top Entails: split a stack in two, or entail with the stack less one coin. A(0) is empty. One coin: entail to 0, the
// complement of nothing, so 1 is loony. Two: both moves lead to loony stacks, of which the entailing one adds the complement of
// A(1), nothing: A(2) is empty, value 0. Three: the complement of A(2): loony. Four: 2 + 2, so A(4) = {0} and the value is 1.
//
// Sources: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 12; U. Larsson, R. J. Nowakowski, C. P. Santos, Impartial games
// with entailing moves (2021).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/effort.h"
#include "engine/base/memory_account.h"
#include "engine/entailing/nimber_set.h"
#include "engine/position/move_kind.h"
#include "engine/rules/rules.h"
#include "engine/search/memo.h"
#include "engine/values/nimber.h"
#include "engine/values/packed_outcome.h"

namespace bouton {

/// Play that can come back to where it was has no values here.
[[noreturn]] void refuse_loopy_obligations(const Rules& rules, PositionView position);

/// Whether the player who has to move in a component wins, whose set A it is, beside components of the value `rest`.
inline bool obliged_wins(const NimberSet& wins, const Nimber& rest) {
  return rest.is_loony() ? wins.is_cofinite() : wins.contains(rest.value());
}

/// A depth-first search with a memo, without recursion. What is known stays known from one call to the next, also after a
/// search that did not end. Everything may throw what the rules throw, LimitError (memory) and Interrupted; RequestError where
/// play can come back to where it was.
class EntailingSearch {
 public:
  enum class Status : std::uint8_t { found, too_long };

  /// `rules` must outlive this object.
  EntailingSearch(const Rules& rules, const Budget& budget, const std::shared_ptr<MemoryAccount>& account);

  /// Finds the values of `position` and of all its followers. Cost: the options of every follower that is not known yet.
  Status find(PositionView position, const Effort& effort = {});
  /// The value of a position, if it is known. No cost beyond the look-up.
  std::optional<Nimber> known(PositionView position);
  /// The outcome, where this component stands alone, and the remoteness, if they are known: nothing where a move below splits
  /// the game.
  std::optional<PackedOutcome> known_outcome(PositionView position);
  /// A(position), of a position that is known. Cost: its options, unless some move obliges to move there.
  NimberSet wins(PositionView position);

  /// Whether some move that was met splits the game.
  bool splits() const { return splits_; }
  /// The positions whose options the last find() asked for, and how many options these were.
  Effort looked_at() const { return {opened_, enumerated_}; }

 private:
  using Handle = Memo::Handle;
  /// Word 0 of a position of the memo is its value, or this.
  static constexpr std::uint32_t kLoony = Memo::kOpen - 1;
  /// Word 1 is the number of its set in sets_, if that is kept; or whether it is to be.
  static constexpr std::uint32_t kNotKept = 0xFFFFFFFF, kToKeep = 0xFFFFFFFE;
  /// Word 2 is its outcome and remoteness, or this.
  static constexpr std::uint32_t kNoOutcome = 0xFFFFFFFF;

  /// A position on the path, whose options are at [first, end) of the arena; those up to `next` are known.
  struct Frame {
    Handle position;
    std::uint64_t first, end, next;
  };
  /// A part of an option; of an option without parts `position` is kNone.
  struct Part {
    Handle position;
    MoveKind kind;
    bool more;  ///< whether another part of the option follows
  };
  static constexpr Handle kNone = ~Handle{0};
  class Path;

  Handle handle_of(PositionView position);
  void descend(Handle position);
  void list_options(Handle position);
  void evaluate(const Frame& frame);
  void keep(Handle position, NimberSet set);
  NimberSet set_of_options(std::uint64_t first, std::uint64_t end);
  std::uint32_t outcome_of_options(std::uint64_t first, std::uint64_t end) const;
  NimberSet set_of(Handle position);

  const Rules& rules_;
  const Budget& budget_;
  Memo memo_;
  ChargedVector<Frame> frames_;
  ChargedVector<Part> arena_;
  std::vector<NimberSet> sets_;
  Reservation memory_of_sets_;
  Options options_;
  Position scratch_;
  bool splits_ = false;
  std::uint64_t opened_ = 0, enumerated_ = 0, solved_ = 0;
};

}  // namespace bouton
