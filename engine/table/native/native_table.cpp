#include "engine/table/native/native_table.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/costs.h"
#include "engine/flow/analysis/safety.h"
#include "engine/flow/flow_interpreter.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/flow/listing/remembered.h"
#include "engine/flow/native/native_row.h"
#include "engine/program/trap.h"
#include "engine/system/zeroed_memory.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/native/existence.h"
#include "engine/table/native/position_order.h"
#include "engine/table/native/row_team.h"

namespace bouton {
namespace {

static_assert(kNoPosition == Table::kInvalid);
/// The value of a position that is being solved: its options are on the stack.
constexpr std::uint32_t kOpen = 0xFFFFFFFC;
/// Entries before the stamps (see FlowRow).
constexpr std::size_t kBeforeStamps = 16;
/// Ticks after which a run is asked whether it should go on, and after which one position takes too long.
constexpr std::int64_t kTicks = std::int64_t{1} << 25;
constexpr std::int64_t kMostTicks = std::int64_t{1} << 28;

/// Positions of a row that are solved in one go; in between, the run may be stopped. Fewer, where they may take more rounds
/// that are not counted.
constexpr std::int64_t kChunk = std::int64_t{1} << 15, kUncounted = std::int64_t{1} << 27;
constexpr std::uint64_t kBetweenReports = 256;
/// Positions beyond the box are solved row by row, wanted or not, where they are no more than so many times as many.
constexpr std::uint64_t kMostBeyond = 8, kFewBeyond = std::uint64_t{1} << 16;

/// Positions of rows that had to wait for options, after which it is worth looking for those that are solved already.
constexpr int kManyWaits = 16;

/// Tables that take less are solved by one thread; what threads solve before they are looked at; a piece of a row, of which
/// there are no more than so many. Teams that may fail, and pieces that may be tried too early in each row, before they are
/// given up.
constexpr double kSecondsTogether = 0.05, kSecondsOfPiece = 1e-6, kMostPieces = 8;
constexpr int kMostFailures = 3;
constexpr std::size_t kMostRetries = 1;

/// By which values a table is solved: where moves split the position, by the Grundy values, whatever is asked.
ValueKind solved_kind(const NativeProblem& problem) { return has_splits(*problem.program) ? ValueKind::grundy : problem.kind; }

FlowSink sink_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return FlowSink::grundy;
    case ValueKind::outcome: return FlowSink::outcome;
    case ValueKind::remoteness: return FlowSink::remoteness;
    case ValueKind::suspense:
    case ValueKind::longest: break;  // not asked of kernels
  }
  return FlowSink::grundy;
}

/// Whether rows that take so long are to be solved by several threads.
bool is_worth_a_team(unsigned threads, std::size_t dimensions, double seconds) {
  return threads > 1 && dimensions > 1 && seconds > costs::kNativeTogether;
}

/// Runs rows over one region.
class RowRunner {
 public:
  /// What is known of a region's cells at first.
  struct Cells {
    bool are_few_values = true;  ///< none is a Grundy value from kManyGrundyValues on
    bool are_unsolved = true;    ///< all of them
  };
  RowRunner(const NativeProblem& problem, const FlowCode& code, const Box& region, const SolveOrder& order, Cells cells)
      : problem_(problem), code_(code), facts_(find_facts(*problem.program, *problem.domain, region)) {
    FlowBox& box = box_;
    box.dimensions = region.dimensions();
    for (std::size_t i = 0; i < box.dimensions; ++i) {
      box.low[i] = region.low()[i];
      box.length[i] = static_cast<std::int64_t>(region.length(i));
      box.stride[i] = static_cast<std::int64_t>(region.stride(i));
    }
    box.terminal = problem.play == Play::misere ? 1 : 0;
    const Position step = row_step(order, box.dimensions);
    std::copy(step.begin(), step.end(), box.step.begin());
    box.ends_early = problem.kind == ValueKind::outcome && problem.valid == nullptr && facts_.is_safe;
    // A sum of values that are few may be more than these.
    box.has_few_values = cells.are_few_values && !has_splits(*problem.program);
    box.passes_over_solved = problem.valid != nullptr || !cells.are_unsolved;
    compile();
  }
  /// Many positions have been solved before their turn.
  void pass_over_solved() {
    if (std::exchange(box_.passes_over_solved, true)) return;
    compile();
  }
  /// A position takes more than the rounds that need not be counted allow: all are counted from now on. False where they are.
  bool count_all_rounds() {
    if (most_rounds() == 1) return false;
    facts_.uncounted.clear();
    facts_.rounds = 1;
    compile();
    return true;
  }
  FlowStatus run(FlowRow& row) {
    if (!native_) return interpreter_->run(row);
    const FlowStatus status = native_->run(row);
    if (status != FlowStatus::too_great) return status;
    box_.has_few_values = false;
    compile();
    return run(row);
  }
  bool has_few_values() const { return box_.has_few_values; }
  bool is_native() const { return native_.has_value(); }
  /// As run, but that code for few values is not replaced. Several threads may call it, where there is machine code.
  FlowStatus try_run(FlowRow& row) const { return native_->run(row); }
  /// How much more than a tick there may be between two of them.
  std::int64_t most_rounds() const { return native_ ? facts_.rounds : 1; }

 private:
  void compile() {
    native_.reset();
    if (!problem_.interpreted) {
      Result<NativeRow> compiled = NativeRow::compile(*problem_.program, sink_of(solved_kind(problem_)), box_, facts_);
      if (compiled) native_ = *std::move(compiled);
    }
    if (!native_) interpreter_.emplace(code_, sink_of(solved_kind(problem_)), box_);
    box_.has_few_values = box_.has_few_values && native_;
  }

  const NativeProblem& problem_;
  const FlowCode& code_;
  FlowFacts facts_;
  FlowBox box_;
  std::optional<NativeRow> native_;
  std::optional<FlowInterpreter> interpreter_;
};

/// What a thread needs for Grundy values.
struct Lane {
  std::optional<ZeroedMemory> stamps;
  std::size_t size = 0;
  std::uint64_t stamp = 1, greatest = kManyGrundyValues;

  /// For values up to `most`. Most of it may never be used, and is no memory until then.
  void make_room(std::uint64_t most) {
    const std::size_t room = static_cast<std::size_t>(most) + 2;
    if (size < kBeforeStamps + room) begin_anew(kBeforeStamps + room + room / 4);
  }
  void begin_anew(std::size_t wanted) {
    stamps.emplace(wanted * sizeof(std::uint32_t));
    size = wanted;
    stamp = 1;
  }
  /// What a run left.
  void take(const FlowRow& row) {
    stamp = row.stamp + 1;  // what was seen of the position where it ended is not to be taken for another's
    greatest = row.greatest;
  }
};

class NativeKernel {
 public:
  NativeKernel(const NativeProblem& problem, const NativeProbe& probe, const Budget& budget)
      : problem_(problem),
        kind_(solved_kind(problem)),
        splits_(has_splits(*problem.program)),
        order_(probe.order),
        budget_(budget),
        lister_(*problem.program),
        exists_(problem.valid),
        region_(probe.region) {
    budget.check_memory(region_.size() * sizeof(std::uint32_t), "the table");
    lanes_.resize(1);
    const double size = static_cast<double>(std::max<std::uint64_t>(region_.size(), 1));
    position_seconds_ = std::max(probe.seconds - costs::kNativeCode, size * costs::kNativePosition) / size;
    cells_ = make_cells(region_.size(), budget.threads, kUnsolved);
    lister_.remembered().expect_many();
    runner_.emplace(problem_, lister_.code(), region_, order_, RowRunner::Cells{});
  }

  Result<Table> solve() {
    if (auto refused = mark_those_that_do_not_exist()) return *refused;
    for (;;) {
      const Box region = region_;
      if (auto refused = solve_rows_of(are_worth_solving(region) ? region : problem_.box)) return *refused;
      // A region that grew has rows that were not gone through; what is solved is passed over.
      if (region == region_) return table();
    }
  }

 private:
  bool are_worth_solving(const Box& region) const {
    return region.size() / kMostBeyond <= problem_.box.size() || region.size() <= kFewBeyond;
  }

  std::optional<Refusal> mark_those_that_do_not_exist() {
    if (!exists_.is_asked()) return std::nullopt;
    Position position(region_.low());
    for (std::uint64_t i = 0; i < region_.size(); ++i, region_.next(position)) {
      budget_.check_stop_at(i);
      const Existence::Answer answer = exists_(position);
      // What is wrong beyond the box may not matter; an option that leads there is looked at by the interpreter.
      if (answer == Existence::Answer::error && problem_.box.contains(position)) return refusal_of(Trap{Trap::Cause::no_value});
      if (answer != Existence::Answer::yes) cells_[i] = kNoPosition;
    }
    return std::nullopt;
  }

  /// Those of the box, and of others as many as turn out to need nothing that is not solved.
  std::optional<Refusal> solve_rows_of(const Box& rows) {
    const Box region = region_;
    std::uint64_t done = 0, reported = 0;
    std::optional<Refusal> refused;
    const bool has_team = is_worth_a_team(rows);
    std::vector<OrderedRow> gathered;
    const auto solve_gathered = [&] {
      refused = solve_together(gathered);
      gathered.clear();
    };
    visit_rows(rows, order_, [&](const OrderedRow& row) {
      if (refused || !(region == region_)) return;
      if (done - reported >= kBetweenReports) {
        budget_.report("positions", done, rows.size());
        reported = done;
      }
      done += row.count;
      if (has_team && failures_ < kMostFailures) {
        gathered.push_back(row);
        gathered_positions_ += row.count;
        if (static_cast<double>(gathered_positions_) * position_seconds_ < kSecondsTogether) return;
        solve_gathered();
        return;
      }
      if (!gathered.empty()) solve_gathered();
      if (!refused) refused = solve_row(row);
    });
    if (!refused && region == region_ && !gathered.empty()) solve_gathered();
    return refused;
  }

  bool is_worth_a_team(const Box& rows) const {
    return runner_->is_native() && !splits_ &&
           bouton::is_worth_a_team(budget_.threads, rows.dimensions(), static_cast<double>(rows.size()) * position_seconds_);
  }

  /// Rows one after the other in the order. Those that the threads leave are solved by one.
  std::optional<Refusal> solve_together(const std::vector<OrderedRow>& rows) {
    const Box region = region_;
    std::size_t next = 0;
    while (next < rows.size() && region == region_) {
      RowTeamReport report;
      if (runner_->is_native() && failures_ < kMostFailures)
        report = solve_by_team(std::span<const OrderedRow>(rows).subspan(next));
      const std::size_t behind = report.begun > report.done ? next + report.begun : rows.size();
      next += report.done;
      for (; next < behind && region == region_; ++next)
        if (auto refused = solve_row(rows[next])) return refused;
    }
    gathered_positions_ = 0;
    return std::nullopt;
  }

  RowTeamReport solve_by_team(std::span<const OrderedRow> rows) {
    RowTeamwork work;
    work.threads = budget_.threads;
    work.is_chain = order_.kind != SolveOrder::Kind::sum;
    std::uint64_t positions = 0;
    for (const OrderedRow& row : rows) {
      positions += row.count;
      work.lengths.push_back(static_cast<std::int64_t>(row.count));
    }
    const auto length = static_cast<double>(positions) / static_cast<double>(rows.size());
    work.piece = static_cast<std::int64_t>(
        std::clamp(kSecondsOfPiece / position_seconds_, length / kMostPieces, static_cast<double>(chunk())));
    work.piece = std::max<std::int64_t>(work.piece, 1);
    lanes_.resize(std::max<std::size_t>(lanes_.size(), work.threads));
    // Values grow by one a position, but where the positions of a row do not depend on each other by one a row.
    const std::uint64_t growth = work.is_chain ? positions : rows.size();
    for (Lane& lane : lanes_) {
      lane.greatest = lanes_.front().greatest;
      if (kind_ == ValueKind::grundy && !runner_->has_few_values()) lane.make_room(lane.greatest + growth);
    }
    std::atomic<bool> is_too_great = false;
    const RowTeamReport report = solve_rows_together(work, [&](unsigned thread, const RowPiece& piece) {
      if (thread == 0) budget_.check_stop();
      return solve_piece(thread, rows[piece.row], piece, is_too_great);
    });
    std::uint64_t greatest = 0;
    for (const Lane& lane : lanes_) greatest = std::max(greatest, lane.greatest);
    lanes_.front().greatest = greatest;
    const bool has_failed = report.done < rows.size() && !is_too_great;
    if (has_failed || report.retries > kMostRetries * rows.size()) ++failures_;
    return report;
  }

  /// A part of a row; what lies beyond the box may be left.
  bool solve_piece(unsigned thread, const OrderedRow& ordered, const RowPiece& piece, std::atomic<bool>& is_too_great) {
    const auto [begin, end] = part_in(problem_.box, ordered);
    const std::int64_t ends[] = {begin, end, static_cast<std::int64_t>(ordered.count)};
    std::int64_t from = piece.from;
    for (const std::int64_t end_of_part : ends) {
      const std::int64_t to = std::min(piece.to, end_of_part);
      if (from >= to) continue;
      FlowRow row = segment(ordered, from, to);
      Lane& lane = lanes_[thread];
      place(row, lane);
      const FlowStatus status = runner_->try_run(row);
      lane.take(row);
      if (status == FlowStatus::too_great) is_too_great = true;
      const bool may_be_left = piece.is_last_try && end_of_part != end;
      if (status != FlowStatus::done && !may_be_left) return false;
      from = to;
    }
    return true;
  }

  std::optional<Refusal> solve_row(const OrderedRow& row) {
    const auto [from, to] = part_in(problem_.box, row);
    try_segment(row, 0, from);
    if (auto refused = solve_segment(row, from, to)) return refused;
    try_segment(row, to, static_cast<std::int64_t>(row.count));
    return std::nullopt;
  }

  /// The numbers of the first position of a row that lies in the box, and of the first that no longer does; the end of the row,
  /// twice, where none does.
  static std::pair<std::int64_t, std::int64_t> part_in(const Box& box, const OrderedRow& row) {
    const auto count = static_cast<std::int64_t>(row.count);
    std::int64_t from = 0, to = count;
    for (std::size_t i = 0; i < box.dimensions(); ++i) {
      const Coordinate below = box.low()[i] - row.first[i], above = box.high()[i] - row.first[i];
      if (row.step[i] == 0 && (below > 0 || above < 0)) return {count, count};
      if (row.step[i] > 0) {
        from = std::max(from, below);
        to = std::min(to, above + 1);
      }
      if (row.step[i] < 0) {
        from = std::max(from, -above);
        to = std::min(to, -below + 1);
      }
    }
    if (from >= to) return {count, count};
    return {from, to};
  }

  /// Where moves split the position, room is made for the values of one position at a time (see place).
  std::int64_t chunk() const { return splits_ ? 1 : std::clamp<std::int64_t>(kUncounted / runner_->most_rounds(), 1, kChunk); }
  std::int64_t ticks() const { return std::clamp<std::int64_t>(kUncounted / runner_->most_rounds(), 1 << 10, kTicks); }

  std::int64_t most_ticks() const { return std::max(kMostTicks / runner_->most_rounds(), std::int64_t{1} << 12); }

  FlowRow segment(const OrderedRow& ordered, std::int64_t from, std::int64_t to) const {
    FlowRow row;
    for (std::size_t i = 0; i < ordered.first.size(); ++i) {
      row.coordinates[i] = ordered.first[i] + from * ordered.step[i];
      row.step[i] = ordered.step[i];
    }
    row.left = to - from;
    row.ticks = ticks();
    return row;
  }

  std::int64_t index_of(const std::int64_t* coordinates) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < region_.dimensions(); ++i)
      index += (coordinates[i] - region_.low()[i]) * static_cast<std::int64_t>(region_.stride(i));
    return index;
  }

  /// What depends on the region, and what is shared by all rows.
  void place(FlowRow& row, Lane& lane) {
    row.index = index_of(row.coordinates.data());
    row.index_step = 0;
    for (std::size_t i = 0; i < region_.dimensions(); ++i)
      row.index_step += row.step[i] * static_cast<std::int64_t>(region_.stride(i));
    row.cells = cells_.data();
    lister_.remembered().show(row);
    if (kind_ != ValueKind::grundy) return;
    // A position's value is at most 1 more than the greatest of its options', and sums of values are below the next power of 2.
    const std::uint64_t greatest = lane.greatest + static_cast<std::uint64_t>(row.left);
    lane.make_room(splits_ ? std::bit_ceil(greatest + 1) : greatest);
    if (lane.stamp + static_cast<std::uint64_t>(row.left) >= 0xFFFFFFFF) lane.begin_anew(lane.size);
    row.stamps = static_cast<std::uint32_t*>(lane.stamps->data()) + kBeforeStamps;
    row.stamp = lane.stamp;
    row.greatest = lane.greatest;
  }

  FlowStatus run(FlowRow& row) {
    Lane& lane = lanes_.front();
    place(row, lane);
    const FlowStatus status = runner_->run(row);
    lane.take(row);
    return status;
  }

  /// Positions beyond the box, which others will need: as far as all goes well.
  void try_segment(const OrderedRow& ordered, std::int64_t from, std::int64_t to) {
    for (std::int64_t next = from; from < to; from = next) {
      budget_.check_stop();
      next = std::min(to, from + chunk());
      FlowRow row = segment(ordered, from, next);
      if (run(row) != FlowStatus::done) return;
    }
  }

  std::optional<Refusal> solve_segment(const OrderedRow& ordered, std::int64_t from, std::int64_t to) {
    for (std::int64_t next = from; from < to; from = next) {
      budget_.check_stop();
      next = std::min(to, from + chunk());
      FlowRow row = segment(ordered, from, next);
      if (auto refused = solve(row)) return refused;
    }
    return std::nullopt;
  }

  std::optional<Refusal> solve(FlowRow& row) {
    std::int64_t late = -1;  // positions that were left when the ticks ran out
    for (;;) {
      switch (run(row)) {
        case FlowStatus::done: return std::nullopt;
        case FlowStatus::trapped: return refusal_of(Trap{Trap::Cause::no_value});
        case FlowStatus::too_great: return Refusal{"a Grundy value is too large"};  // RowRunner has met it
        case FlowStatus::ticks_out:
          budget_.check_stop();
          if (row.left == late && !runner_->count_all_rounds()) return refusal_of(Trap{Trap::Cause::too_long});
          late = row.left;
          row.ticks = most_ticks();
          break;
        case FlowStatus::waiting:
          if (++waits_ == kManyWaits) runner_->pass_over_solved();
          if (auto refused = solve_below({row.coordinates.data(), region_.dimensions()})) return refused;
          row.ticks = std::max(row.ticks, ticks());
          break;
      }
    }
  }

  /// Solves a position, and first whatever it leads to.
  std::optional<Refusal> solve_below(PositionView position) {
    std::vector<Position> stack{Position(position)};
    std::uint64_t steps = 0;
    while (!stack.empty()) {
      budget_.check_stop_at(steps++);
      const Position here = stack.back();
      std::uint32_t value = cell(here);
      if (value != kUnsolved && value != kOpen) {
        stack.pop_back();
        continue;
      }
      if (value == kUnsolved) {
        const std::size_t before = stack.size();
        if (auto refused = expand(here, stack)) return refused;
        if (stack.size() * (sizeof(Position) + 64) > budget_.memory) return Refusal{"play goes too deep for the memory"};
        if (stack.size() > before) {
          cell(here) = kOpen;
          continue;
        }
      }
      cell(here) = kUnsolved;
      FlowRow row;
      std::copy(here.begin(), here.end(), row.coordinates.begin());
      row.ticks = most_ticks();
      switch (run(row)) {
        case FlowStatus::done: break;
        case FlowStatus::ticks_out:
          if (!runner_->count_all_rounds()) return refusal_of(Trap{Trap::Cause::too_long});
          continue;
        case FlowStatus::trapped: return refusal_of(Trap{Trap::Cause::no_value});
        case FlowStatus::too_great: return Refusal{"a Grundy value is too large"};  // RowRunner has met it
        case FlowStatus::waiting: return Refusal{"play has cycles"};
      }
      stack.pop_back();
    }
    return std::nullopt;
  }

  /// Puts the options of a position that are not solved on the stack.
  std::optional<Refusal> expand(const Position& position, std::vector<Position>& stack) {
    const FlowStatus status = lister_.list(position, kMostTicks);
    if (status == FlowStatus::trapped) return refusal_of(Trap{Trap::Cause::no_value});
    if (status == FlowStatus::ticks_out) return refusal_of(Trap{Trap::Cause::too_long});
    const Options& options = lister_.listed();
    budget_.check_stop_after(options.size());
    for (std::size_t i = 0; i < options.part_count(); ++i) {
      const PositionView option = options.part(i);
      if (!problem_.domain->contains(option)) return refusal_of(Trap{Trap::Cause::outside});
      if (!region_.contains(option))
        if (auto refused = enlarge(option)) return refused;
      if (std::ranges::equal(option, position)) return Refusal{"play has cycles"};
      const std::uint32_t value = cell(option);
      if (value == kOpen) return Refusal{"play has cycles"};
      if (value == kNoPosition) return refusal_of(Trap{Trap::Cause::outside});
      if (value == kUnsolved) stack.emplace_back(option);
    }
    return std::nullopt;
  }

  template <class Coordinates>
  std::uint32_t& cell(const Coordinates& position) {
    return cells_[static_cast<std::size_t>(index_of(position.data()))];
  }

  /// A region that holds the option too, and some more in its direction, since others will follow.
  std::optional<Refusal> enlarge(PositionView option) {
    Position low(region_.low()), high(region_.high());
    double size = 1;
    for (std::size_t i = 0; i < option.size(); ++i) {
      const Axis& axis = problem_.domain->axis(i);
      const auto more = static_cast<Coordinate>(region_.length(i) / 2);
      if (option[i] < low[i]) low[i] = std::min(option[i], axis.least > low[i] - more ? axis.least : low[i] - more);
      if (option[i] > high[i]) high[i] = std::max(option[i], axis.greatest - more < high[i] ? axis.greatest : high[i] + more);
      size *= static_cast<double>(high[i]) - static_cast<double>(low[i]) + 1;
    }
    if ((size + static_cast<double>(cells_.size())) * sizeof(std::uint32_t) > static_cast<double>(budget_.memory))
      return Refusal{"options lead further than the memory holds"};
    const Box larger(std::move(low), std::move(high));
    std::vector<std::uint32_t> cells = make_cells(larger.size(), budget_.threads, kUnsolved);
    const std::size_t last = region_.dimensions() - 1;
    const std::uint64_t length = region_.length(last);
    for (std::uint64_t from = 0; from < region_.size(); from += length) {
      const Position first = region_.position(from);
      std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(from), length,
                  cells.begin() + static_cast<std::ptrdiff_t>(larger.index(first)));
    }
    cells_ = std::move(cells);
    region_ = larger;
    runner_.emplace(problem_, lister_.code(), region_, order_, RowRunner::Cells{runner_->has_few_values(), false});
    return mark_those_that_do_not_exist();
  }

  Result<Table> table() {
    Table table;
    table.box = problem_.box;
    table.kind = problem_.kind;
    if (region_ == problem_.box) {
      table.cells = std::move(cells_);
    } else {
      budget_.check_memory((cells_.size() + problem_.box.size()) * sizeof(std::uint32_t), "the table");
      table.cells = make_cells(problem_.box.size(), budget_.threads);
      const std::uint64_t length = problem_.box.length(problem_.box.dimensions() - 1);
      for (std::uint64_t from = 0; from < problem_.box.size(); from += length) {
        const Position first = problem_.box.position(from);
        std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(region_.index(first)), length,
                    table.cells.begin() + static_cast<std::ptrdiff_t>(from));
      }
    }
    if (problem_.kind == ValueKind::outcome && kind_ == ValueKind::grundy)
      for (std::uint32_t& cell : table.cells)
        if (cell != kNoPosition) cell = cell != 0 ? 1 : 0;
    if (problem_.kind == ValueKind::remoteness)
      for (std::uint32_t& cell : table.cells)
        if (cell != kNoPosition) cell = cell >= kLongest / 2 ? kLongest - cell : cell - 1;
    return table;
  }

  const NativeProblem& problem_;
  const ValueKind kind_;  ///< of the cells
  const bool splits_;
  const SolveOrder& order_;
  const Budget& budget_;
  OptionLister lister_;
  Existence exists_;
  Box region_;
  std::vector<std::uint32_t> cells_;
  std::vector<Lane> lanes_;  ///< of threads
  int waits_ = 0;
  double position_seconds_ = 0;  ///< an estimate
  std::uint64_t gathered_positions_ = 0;
  int failures_ = 0;  ///< of teams
  std::optional<RowRunner> runner_;
};

}  // namespace

double seconds_of_native(const NativeProblem& problem, const NativeProbe& probe, unsigned threads) {
  const double rows = probe.seconds - costs::kNativeCode;
  if (!probe.is_native || !is_worth_a_team(threads, problem.box.dimensions(), rows)) return probe.seconds;
  return costs::kNativeCode + rows / (1 + costs::kNativeThread * (threads - 1));
}

Result<Table> solve_native(const NativeProblem& problem, const NativeProbe& probe, const Budget& budget) {
  if (auto refusal = objection_to_native(problem)) return *refusal;
  return NativeKernel(problem, probe, budget).solve();
}

}  // namespace bouton
