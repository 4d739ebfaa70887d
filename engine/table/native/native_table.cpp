#include "engine/table/native/native_table.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/flow/flow_interpreter.h"
#include "engine/flow/native/native_row.h"
#include "engine/program/trap.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/native/position_order.h"

namespace bouton {
namespace {

/// The value of a position that is being solved: its options are on the stack.
constexpr std::uint32_t kOpen = 0xFFFFFFFC;
/// Ticks after which a run is asked whether it should go on, and after which one position takes too long.
constexpr std::int64_t kTicks = std::int64_t{1} << 25;
constexpr std::int64_t kMostTicks = std::int64_t{1} << 28;

constexpr double kSecondsOfPosition = 8e-9, kSecondsOfOption = 1.4e-9, kSecondsOfTick = 1.2e-9;
constexpr double kInterpreterIsSlower = 6;

/// Strides and differences of coordinates stay far from the ends of 64 bits.
constexpr Coordinate kGreatestFlowCoordinate = Coordinate{1} << 60;

FlowSink sink_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return FlowSink::grundy;
    case ValueKind::outcome: return FlowSink::outcome;
    case ValueKind::remoteness: return FlowSink::remoteness;
  }
  return FlowSink::grundy;
}

/// The options of single positions.
class Lister {
 public:
  explicit Lister(const FlowCode& code)
      : dimensions_(code.dimensions), interpreter_(code, FlowSink::list), words_((dimensions_ + 1) * 1024) {}

  /// Those of `position`; refused where it traps or takes too long.
  std::optional<Refusal> list(PositionView position, std::int64_t ticks) {
    for (;;) {
      FlowRow row;
      std::copy(position.begin(), position.end(), row.coordinates.begin());
      row.ticks = ticks;
      row.out = words_.data();
      row.out_end = words_.data() + (words_.size() - dimensions_);
      const FlowStatus status = interpreter_.run(row);
      used_ = ticks - row.ticks;
      count_ = static_cast<std::size_t>(row.out - words_.data()) / (dimensions_ + 1);
      if (status == FlowStatus::done) return std::nullopt;
      if (status == FlowStatus::trapped) return refusal_of(Trap{Trap::Cause::no_value});
      if (status == FlowStatus::ticks_out) return refusal_of(Trap{Trap::Cause::too_long});
      words_.resize(2 * words_.size());
    }
  }
  std::size_t count() const { return count_; }
  std::int64_t ticks() const { return used_; }
  PositionView option(std::size_t i) const { return {words_.data() + i * (dimensions_ + 1) + 1, dimensions_}; }

 private:
  std::size_t dimensions_;
  FlowInterpreter interpreter_;
  std::vector<std::int64_t> words_;
  std::size_t count_ = 0;
  std::int64_t used_ = 0;
};

/// Runs rows over one region.
class RowRunner {
 public:
  RowRunner(const NativeProblem& problem, const FlowCode& code, const Box& region) {
    FlowBox box;
    box.dimensions = region.dimensions();
    for (std::size_t i = 0; i < box.dimensions; ++i) {
      box.low[i] = region.low()[i];
      box.length[i] = static_cast<std::int64_t>(region.length(i));
      box.stride[i] = static_cast<std::int64_t>(region.stride(i));
    }
    box.terminal = problem.play == Play::misere ? 1 : 0;
    const FlowSink sink = sink_of(problem.kind);
    if (!problem.interpreted) {
      Result<NativeRow> compiled = NativeRow::compile(*problem.program, sink, box);
      if (compiled) native_ = *std::move(compiled);
    }
    if (!native_) interpreter_.emplace(code, sink, box);
  }
  FlowStatus run(FlowRow& row) { return native_ ? native_->run(row) : interpreter_->run(row); }

 private:
  std::optional<NativeRow> native_;
  std::optional<FlowInterpreter> interpreter_;
};

class Solver {
 public:
  Solver(const NativeProblem& problem, const Budget& budget)
      : problem_(problem), budget_(budget), code_(lay_out(*problem.program)), lister_(code_), region_(problem.box) {
    budget.check_memory(region_.size() * sizeof(std::uint32_t), "the table");
    cells_ = make_cells(region_.size(), budget.threads);
    std::ranges::fill(cells_, kUnsolved);
    runner_.emplace(problem_, code_, region_);
  }

  Result<Table> solve(const SolveOrder& order) {
    std::uint64_t done = 0, reported = 0;
    std::optional<Refusal> refused;
    visit_rows(problem_.box, order, [&](const OrderedRow& row) {
      if (refused) return;
      budget_.check_stop();
      if (budget_.progress && done - reported >= (std::uint64_t{1} << 18)) {
        budget_.report("positions", done, problem_.box.size());
        reported = done;
      }
      refused = solve_row(row);
      done += row.count;
    });
    if (refused) return *refused;
    return table();
  }

 private:
  std::int64_t index_of(const std::int64_t* coordinates) const {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < region_.dimensions(); ++i)
      index += (coordinates[i] - region_.low()[i]) * static_cast<std::int64_t>(region_.stride(i));
    return index;
  }

  /// What depends on the region, and what is shared by all rows.
  void place(FlowRow& row) {
    row.index = index_of(row.coordinates.data());
    row.index_step = 0;
    for (std::size_t i = 0; i < region_.dimensions(); ++i)
      row.index_step += row.step[i] * static_cast<std::int64_t>(region_.stride(i));
    row.cells = cells_.data();
    if (problem_.kind != ValueKind::grundy) return;
    // A position's value is at most 1 more than the greatest before it.
    const std::size_t room = static_cast<std::size_t>(greatest_) + static_cast<std::size_t>(row.left) + 2;
    if (stamps_.size() < room) stamps_.resize(room + room / 4, 0);
    if (stamp_ + static_cast<std::uint64_t>(row.left) >= 0xFFFFFFFF) {
      std::ranges::fill(stamps_, 0U);
      stamp_ = 1;
    }
    row.stamps = stamps_.data();
    row.stamp = stamp_;
    row.greatest = greatest_;
  }

  FlowStatus run(FlowRow& row) {
    place(row);
    const FlowStatus status = runner_->run(row);
    stamp_ = row.stamp + 1;  // what was seen of the position where it ended is not to be taken for another's
    greatest_ = row.greatest;
    return status;
  }

  std::optional<Refusal> solve_row(const OrderedRow& ordered) {
    FlowRow row;
    std::copy(ordered.first.begin(), ordered.first.end(), row.coordinates.begin());
    std::copy(ordered.step.begin(), ordered.step.end(), row.step.begin());
    row.left = static_cast<std::int64_t>(ordered.count);
    row.ticks = kTicks;
    std::int64_t late = -1;  // positions that were left when the ticks ran out
    for (;;) {
      switch (run(row)) {
        case FlowStatus::done: return std::nullopt;
        case FlowStatus::trapped: return refusal_of(Trap{Trap::Cause::no_value});
        case FlowStatus::ticks_out:
          budget_.check_stop();
          if (row.left == late) return refusal_of(Trap{Trap::Cause::too_long});
          late = row.left;
          row.ticks = kMostTicks;
          break;
        case FlowStatus::waiting:
          if (auto refused = solve_below({row.coordinates.data(), region_.dimensions()})) return refused;
          row.ticks = std::max(row.ticks, kTicks);
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
      row.ticks = kMostTicks;
      switch (run(row)) {
        case FlowStatus::done: break;
        case FlowStatus::ticks_out: return refusal_of(Trap{Trap::Cause::too_long});
        case FlowStatus::trapped: return refusal_of(Trap{Trap::Cause::no_value});
        case FlowStatus::waiting: return Refusal{"play has cycles"};
      }
      stack.pop_back();
    }
    return std::nullopt;
  }

  /// Puts the options of a position that are not solved on the stack.
  std::optional<Refusal> expand(const Position& position, std::vector<Position>& stack) {
    if (auto refused = lister_.list(position, kMostTicks)) return refused;
    for (std::size_t i = 0; i < lister_.count(); ++i) {
      const PositionView option = lister_.option(i);
      if (!problem_.domain->contains(option)) return refusal_of(Trap{Trap::Cause::outside});
      if (!region_.contains(option))
        if (auto refused = enlarge(option)) return refused;
      if (std::ranges::equal(option, position)) return Refusal{"play has cycles"};
      const std::uint32_t value = cell(option);
      if (value == kOpen) return Refusal{"play has cycles"};
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
    std::vector<std::uint32_t> cells = make_cells(larger.size(), budget_.threads);
    std::ranges::fill(cells, kUnsolved);
    const std::size_t last = region_.dimensions() - 1;
    const std::uint64_t length = region_.length(last);
    for (std::uint64_t from = 0; from < region_.size(); from += length) {
      const Position first = region_.position(from);
      std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(from), length,
                  cells.begin() + static_cast<std::ptrdiff_t>(larger.index(first)));
    }
    cells_ = std::move(cells);
    region_ = larger;
    runner_.emplace(problem_, code_, region_);
    return std::nullopt;
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
    if (problem_.kind == ValueKind::remoteness)
      for (std::uint32_t& cell : table.cells) cell >>= 1U;
    return table;
  }

  const NativeProblem& problem_;
  const Budget& budget_;
  FlowCode code_;
  Lister lister_;
  Box region_;
  std::vector<std::uint32_t> cells_, stamps_;
  std::uint64_t stamp_ = 1, greatest_ = 0;
  std::optional<RowRunner> runner_;
};

std::optional<Refusal> check(const NativeProblem& problem) {
  const std::size_t dimensions = problem.box.dimensions();
  if (dimensions == 0) return Refusal{"positions have no coordinates"};
  if (dimensions > kMostFlowDimensions) return Refusal{"positions have many coordinates"};
  if (problem.program->dimensions != dimensions) return Refusal{"the program is for positions of another length"};
  if (problem.play == Play::by_position) return Refusal{"the terminal position decides who wins"};
  if (problem.kind == ValueKind::grundy && problem.play != Play::normal)
    return Refusal{"Grundy values are those of normal play"};
  for (std::size_t i = 0; i < dimensions; ++i)
    if (problem.box.low()[i] < -kGreatestFlowCoordinate || problem.box.high()[i] > kGreatestFlowCoordinate)
      return Refusal{"coordinates are very large"};
  return std::nullopt;
}

}  // namespace

Result<NativeProbe> probe_native(const NativeProblem& problem) {
  constexpr std::uint64_t kPositions = 48;
  constexpr std::int64_t kProbeTicks = std::int64_t{1} << 16;
  constexpr std::int64_t kAllTicks = std::int64_t{1} << 19;
  if (auto refusal = check(problem)) return *refusal;
  const FlowCode code = lay_out(*problem.program);
  Lister lister(code);
  OrderGuess guess(code.dimensions);
  NativeProbe probe;
  const std::uint64_t size = problem.box.size();
  std::int64_t ticks = 0;
  std::uint64_t seen = 0, options = 0;
  for (std::uint64_t n = 0; n < std::min(size, kPositions) && ticks < kAllTicks; ++n) {
    // By the golden ratio: spread evenly, however many there are.
    const std::uint64_t spread = n * 0x9E3779B97F4A7C15U;
    const std::uint64_t index =
        size <= kPositions ? n : static_cast<std::uint64_t>(static_cast<double>(spread) / 18446744073709551616.0 * static_cast<double>(size));
    const Position position = problem.box.position(std::min(index, size - 1));
    if (auto refused = lister.list(position, kProbeTicks)) {
      if (lister.ticks() <= kProbeTicks) return *refused;
    }
    for (std::size_t i = 0; i < lister.count(); ++i) guess.see(position, lister.option(i));
    ++seen;
    options += lister.count();
    ticks += lister.ticks();
  }
  probe.order = guess.best();
  probe.options = static_cast<double>(options) / static_cast<double>(std::max<std::uint64_t>(1, seen));
  probe.ticks = static_cast<double>(ticks) / static_cast<double>(std::max<std::uint64_t>(1, seen));
  probe.is_native = has_native_code() && !problem.interpreted;
  probe.seconds = static_cast<double>(size) * (probe.is_native ? 1 : kInterpreterIsSlower) *
                  (kSecondsOfPosition + kSecondsOfOption * probe.options + kSecondsOfTick * probe.ticks);
  return probe;
}

Result<Table> solve_native(const NativeProblem& problem, const NativeProbe& probe, const Budget& budget) {
  if (auto refusal = check(problem)) return *refusal;
  return Solver(problem, budget).solve(probe.order);
}

}  // namespace bouton
