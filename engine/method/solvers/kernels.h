// The way of tables: what the kernels need to know of a game, and whether they are worth taking.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/farm/ranks.h"
#include "engine/position/box.h"
#include "engine/question/question.h"
#include "engine/rules/rules.h"
#include "engine/search/search.h"
#include "engine/table/table_plan.h"
#include "engine/values/nimber.h"
#include "engine/values/packed_outcome.h"
#include "engine/values/table.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// One game's boxes of positions, by the table kernels. Where it refuses, search has to answer. One thread at a time.
/// Everything may throw Interrupted, and LimitError where memory ran out.
class Kernels {
 public:
  /// What is searched before a table is made for the sake of one position: a millisecond or two.
  static constexpr Effort kFirstEffort{.positions = 2'000, .options = 20'000};

  /// `budget` must outlive this object.
  /// `only`: the one kernel that may be chosen.
  Kernels(const Rules& rules, const Budget& budget, std::shared_ptr<MemoryAccount> account,
          std::optional<TableKernel> only = {})
      : rules_(rules),
        moves_(rules.blocking() > 0 ? *rules.unblocked() : rules),
        budget_(budget),
        account_(std::move(account)),
        only_(only) {}

  /// What solving the box would cost; refused where the kernels do not apply or memory does not suffice.
  Result<TablePlan> plan(const Box& box, ValueKind kind, bool positions_only = false);

  /// The plan of solving the box in stripes, as its bytes say; refused where that is not wanted, or does not apply, or the
  /// memory does not suffice. Outcomes are better in stripes always, since these are bits; other values where the table would
  /// take more than an eighth of the memory.
  Result<TablePlan> plan_stripes(const Box& box, ValueKind kind, Striping striping);

  /// Whether moves are seen to split positions of so many coordinates: then tables tell Grundy values under normal play, and
  /// outcomes by these.
  bool splits(std::size_t dimensions) const;

  /// The values of the box; nothing where plan() refuses, or where the rule does something wrong, which search can tell.
  std::optional<Table> table(const Box& box, ValueKind kind);
  /// Hands the values of the box to `sink`; false, before that is given anything, where plan_stripes() refuses or as in
  /// table(). With Striping::to_save_memory a table that is filled row by row is handed on so.
  bool stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink);
  /// How ranks can share the box; nothing where it has no stripes, or this rank has not the memory for them.
  std::optional<Division> division(const Box& box, ValueKind kind);
  /// Hands the values of this rank's block to `sink`; false, on all ranks alike, as in stream().
  bool solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink);
  /// Calls `visit` with every P-position of the box, in its order; nothing as in table().
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         ResumableRun* resumable = nullptr);

  /// A single position, from a table of all that lies below it, which is kept for the next question. Nothing as in
  /// table(), or if the table would be out of all proportion.
  std::optional<PackedOutcome> outcome(PositionView position);
  /// The plan of that table; nothing if there would be none. That of the last position asked about is kept.
  const std::optional<TablePlan>& plan_below(PositionView position, ValueKind kind);
  /// Why there would be none.
  const std::string& why_no_table_below() const { return why_none_below_; }
  /// Whether a table that is kept holds the position's value: Grundy value, or outcome and remoteness.
  bool keeps(PositionView position, ValueKind kind) const {
    const std::unique_ptr<Kept>& kept = kind == ValueKind::grundy ? grundy_ : remoteness_;
    return kept && kept->table.box.contains(position);
  }
  std::optional<Grundy> grundy(PositionView position);

 private:
  struct Kept {
    Table table;
    Reservation memory;
  };
  struct Below {
    Position position;
    ValueKind kind;
    std::optional<TablePlan> plan;
  };
  /// The last question, and what was found out about it.
  struct Analysed {
    TableProblem problem;
    Result<TableAnalysis> analysis;
  };
  std::optional<TablePlan> find_plan_below(PositionView position, ValueKind kind);
  const Analysed& analyse(const Box& box, ValueKind kind, bool positions_only);
  Result<TableProblem> problem(const Box& box, ValueKind kind) const;
  std::optional<Table> solve(const Box& box, ValueKind kind);
  const Table* table_below(PositionView position, ValueKind kind);
  Budget remaining() const;

  const Rules& rules_;
  const Rules& moves_;  ///< the same without blocking
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::optional<TableKernel> only_;
  std::unique_ptr<Kept> grundy_, remoteness_;
  std::optional<Below> below_;
  std::string why_none_below_;
  std::optional<Analysed> analysed_;
  /// Whether a kernel refused to solve a box below a single position: it is not tried again.
  bool refused_ = false;
};

}  // namespace bouton
