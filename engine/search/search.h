// Any game without cycles, one position at a time: slow, and obviously right. The reference for everything else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/effort.h"
#include "engine/base/memory_account.h"
#include "engine/base/progress.h"
#include "engine/position/box.h"
#include "engine/rules/blocking.h"
#include "engine/rules/rising_play.h"
#include "engine/rules/rules.h"
#include "engine/search/memo.h"
#include "engine/values/mex.h"
#include "engine/values/packed_outcome.h"

namespace bouton {

/// A depth-first search with a memo. It follows every move below a position, without recursion: a million moves deep
/// is not a problem. The options of each position are asked for once (twice or more only where the options of all
/// positions on the path do not fit the arena). What is known stays known from one call to the next, also after a
/// search that did not end.
class Search {
 public:
  /// What is found of each position.
  enum class Quantity {
    grundy,    ///< the Grundy value; the play is taken as normal
    outcome,   ///< outcome and remoteness under the rules' own play
    both,      ///< Grundy value, outcome and remoteness at once, under normal play; 4 bytes more a position
    suspense,  ///< outcome and suspense number under the rules' own play; what is said of the remoteness is said of that number
    longest    ///< the most moves that both sides can make together; of a split the parts' are added up
  };
  enum class Status {
    found,
    loopy,    ///< the play below the position can come back to where it was
    split,    ///< a move splits the game, so that outcomes of positions do not suffice (not met for Grundy values)
    too_long  ///< it would have cost more than the effort allowed
  };
  struct Values {
    Grundy grundy = 0;  ///< or the longest play
    PackedOutcome outcome;
  };

  /// The positions of `box` are kept without their keys (see Memo). `arena_bytes`: what the options of the positions
  /// on the path may take; the default is a quarter of the budget, at most 256 MiB.
  Search(const Rules& rules, Quantity quantity, const Budget& budget, const std::shared_ptr<MemoryAccount>& account,
         std::optional<Box> box = {}, std::size_t arena_bytes = 0);

  /// Finds the values of `position` and of all its followers. Throws what the rules throw, LimitError (memory, and EndlessPlay
  /// where play goes up without an end) and Interrupted. Cost: the options of every follower that is not known yet.
  Status find(PositionView position, const Effort& effort = {});
  /// The values of the position that was found last.
  Values values() const { return values_at(found_); }
  /// The values of a position, if they are known. No cost beyond the look-up.
  std::optional<Values> known(PositionView position);

  /// The positions whose options the last find() asked for, and how many options these were.
  Effort looked_at() const { return {opened_, enumerated_}; }

  Quantity quantity() const { return quantity_; }
  const std::optional<Box>& box() const { return memo_.box(); }
  /// Budget::progress hears from here on of so many positions, for the sake of which all else is searched; 0: of all that are
  /// searched, without a total. If they are those of box(), it is counted which of them are found.
  void expect(std::uint64_t total);
  /// So many of the expected positions are found.
  void reached(std::uint64_t positions) {
    reached_ = positions;
    if (named_ >= reported_ + kReportOptions) report();
  }

 private:
  using Handle = Memo::Handle;

  /// A position on the path. Its options that are not known to be solved are at [first, unvisited) of the arena,
  /// all of them at [first, first of the next frame).
  struct Frame {
    Handle position;
    std::uint64_t first;
    std::uint64_t unvisited;
    bool dropped;  ///< its options were taken off the arena, to be asked for again
  };
  class Path;

  void make_normal(PositionView position);
  Status run(Handle root, const Effort& effort);
  Status enumerate(Frame& frame);
  Status descend(Handle position);
  bool affordable(std::uint64_t options) const { return (arena_.size() + options) * sizeof(Handle) <= arena_bytes_; }
  void evaluate(const Frame& frame);
  Grundy grundy_of_options(const Frame& frame);
  std::uint32_t longest_of_options(const Frame& frame) const;
  template <class OfOptions>
  PackedOutcome outcome_of_options(const Frame& frame);
  Values values_at(Handle position) const;
  void report();
  std::uint64_t normal_forms();

  const Rules& rules_;
  Quantity quantity_;
  const Budget& budget_;
  std::size_t arena_bytes_;
  Memo memo_;
  ChargedVector<Frame> frames_;
  /// Options, as handles of positions; a split as its parts, all but the last marked kMore; one without parts as kNone.
  ChargedVector<Handle> arena_;
  static constexpr Handle kMore = Handle{1} << 63;
  static constexpr Handle kNone = ~Handle{0};

  Options options_;
  Position scratch_;
  MexSet mex_;
  std::optional<BlockedOutcome> blocked_;  ///< where options are forbidden
  RisingPlay rising_;                      ///< of the last find()
  Handle found_ = 0;
  std::uint64_t solved_ = 0;
  std::uint64_t enumerated_ = 0;  ///< options, in the last find()
  std::uint64_t opened_ = 0;      ///< positions whose options these are
  // For reports of progress.
  static constexpr std::uint64_t kReportOptions = std::uint64_t{1} << 16;
  std::uint64_t expected_ = 0, reached_ = 0;
  std::uint64_t in_box_ = 0;                                  ///< solved positions of the box
  std::uint64_t normal_ = 0;                                  ///< of the box, to be solved; 0: not known
  std::uint64_t named_ = 0, first_named_ = 0, reported_ = 0;  ///< options: all, when expect() was called, at the last report
  MeasuredGrowth growth_;
};

}  // namespace bouton
