#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/table/batch/batch.cpp"
// The loops gain from 256-bit vectors; targets between the two, and beyond, add code and no speed.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include "engine/table/batch/batch.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/table/batch/batch_sinks-inl.h"
#include "engine/table/batch/lane_machine-inl.h"
#include "engine/table/batch/pushed_loops.h"
#include "engine/table/batch/unrolled.h"

#include "hwy/highway.h"

#ifndef BOUTON_BATCH_ONCE
#define BOUTON_BATCH_ONCE
namespace bouton {
namespace {

struct BatchRun {
  const BatchProblem* problem;
  const Budget* budget;
  const CellLayout* layout;
  const LanePlan* row_plan;    ///< options that lie in rows solved before
  const LanePlan* push_plan;   ///< options of loops along the row, seen from the position that they lead to
  const LanePlan* cell_plan;   ///< all others
  const LanePlan* valid_plan;  ///< null: every position exists
  bool stop_early;             ///< a decided position's other options need not be looked at
  double growth;               ///< of the cost of a position, along the order in which they are solved
  std::uint64_t most_rounds;   ///< of the loops of a row or a position
  std::uint32_t* cells;
  BatchWork* work;
};

}  // namespace
}  // namespace bouton
#endif

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {
namespace {

/// What telling a value to a chunk takes before any lane is looked at, in runs.
constexpr double kOfPush = 0.25;
constexpr std::size_t kUsedWords = 16384;  ///< words for the used values of all lanes of a chunk, if they fit

template <class T, ValueKind kKind>
class LaneKernel {
 public:
  explicit LaneKernel(const BatchRun& run)
      : run_(run),
        layout_(*run.layout),
        box_(layout_.box),
        row_sink_{run.cells, found_, run.valid_plan != nullptr, run.stop_early},
        cell_sink_{run.cells, found_, run.valid_plan != nullptr, run.stop_early},
        push_sink_{found_},
        rows_(*run.row_plan, layout_, row_sink_, run.budget->stop, run.most_rounds),
        pushes_(*run.push_plan, layout_, push_sink_, run.budget->stop, run.most_rounds),
        one_(*run.cell_plan, layout_, cell_sink_, run.budget->stop, run.most_rounds),
        position_(box_.low()) {
    found_.any_matters = run.problem->play != Play::normal;
    if (kKind == ValueKind::outcome) found_.has_p.resize(box_.size() / Found::kBlock + 1);
    if (run.valid_plan != nullptr) {
      predicate_sink_.values = valid_;
      predicate_ = std::make_unique<LaneMachine<T, LaneMode::row, PredicateSink<T>>>(*run.valid_plan, layout_, predicate_sink_,
                                                                                     run.budget->stop);
    }
  }

  void solve() {
    if (run_.problem->order->kind == SolveOrder::Kind::sum) solve_by_sum();
    else solve_by_rows();
    if (kKind == ValueKind::remoteness)
      for (std::uint64_t i = 0; i < box_.size(); ++i)
        if (run_.cells[i] != Table::kInvalid) run_.cells[i] >>= 1U;
    *run_.work = work();
  }

 private:
  BatchWork work() const {
    BatchWork work{.ticks = static_cast<double>(found_.ticks + rows_.ticks() + pushes_.ticks() + one_.ticks()),
                   .row_runs = static_cast<double>(rows_.runs() + pushes_.runs()) + kOfPush * static_cast<double>(pushed_),
                   .cell_runs = static_cast<double>(one_.runs())};
    if (predicate_) {
      work.ticks += static_cast<double>(predicate_->ticks());
      work.row_runs += static_cast<double>(predicate_->runs());
    }
    return work;
  }
  /// To be called once in a while.
  void check_work() const {
    if (seconds_of_batch(0, work()) > run_.problem->most_seconds) throw Trap{Trap::Cause::too_long};
  }

  std::int64_t start_of(std::size_t axis, bool descending) const { return descending ? box_.high()[axis] : box_.low()[axis]; }

  void solve_by_rows() {
    const std::vector<SolveOrder::Key>& axes = layout_.axes;
    const SolveOrder::Key lane = axes.back();
    for (const auto& [axis, descending] : axes) set(axis, start_of(axis, descending));
    const std::uint64_t length = box_.length(lane.axis);
    std::uint64_t reported = 0;
    for (std::uint64_t done = 0; done < box_.size(); done += length) {
      run_.budget->check_stop();
      if (run_.budget->progress && done - reported >= (std::uint64_t{1} << 12)) {
        run_.budget->progress({"positions", done, box_.size(), run_.growth});
        reported = done;
      }
      row(lane, done);
      check_work();
      for (std::size_t k = axes.size() - 1; k-- > 0;) {
        const auto [axis, descending] = axes[k];
        const std::int64_t last = descending ? box_.low()[axis] : box_.high()[axis];
        if (position_[axis] != last) {
          set(axis, position_[axis] + (descending ? -1 : 1));
          break;
        }
        set(axis, start_of(axis, descending));
      }
    }
  }

  void set(std::size_t axis, std::int64_t value) {
    position_[axis] = value;
    rows_.set_coordinate(axis, value);
    pushes_.set_coordinate(axis, value);
    one_.set_coordinate(axis, value);
    if (predicate_) predicate_->set_coordinate(axis, value);
  }

  /// Makes room for every value that `more` further positions can have.
  void fit_used(std::uint64_t more) {
    if (kKind != ValueKind::grundy) return;
    const std::size_t words = words_for(more);
    if (words > found_.words) found_.words = words + words / 8;
    if (found_.own.size() >= found_.words) return;
    found_.used.resize(found_.words * Found::kStride);
    found_.own.resize(found_.words);
  }
  std::size_t words_for(std::uint64_t more) const { return (greatest_ + more + 1) / 32 + 1; }
  std::size_t chunk_lanes(std::uint64_t length) const {
    if (kKind != ValueKind::grundy) return kMostLanes;
    const std::size_t words = words_for(std::min<std::uint64_t>(length, kMostLanes));
    return std::clamp<std::size_t>(kUsedWords / std::max(words, found_.words) / 8 * 8, 32, kMostLanes);
  }

  void row(const SolveOrder::Key& lane, std::uint64_t first_cell) {
    const std::uint64_t length = box_.length(lane.axis);
    const std::int64_t step = lane.descending ? -1 : 1;
    for (std::uint64_t offset = 0; offset < length;) {
      if (offset > 0) run_.budget->check_stop();
      const std::size_t lanes = std::min<std::uint64_t>(chunk_lanes(length), length - offset);
      const std::int64_t first = start_of(lane.axis, lane.descending) + static_cast<std::int64_t>(offset) * step;
      const T* mask = nullptr;
      if (predicate_) {
        std::fill_n(valid_, lanes, T{0});
        predicate_->run_row(first, step, offset, lanes, nullptr);
        mask = valid_;
      }
      fit_used(lanes);
      found_.loaded_words = greatest_ / 32 + 1;
      found_.clear(kKind, lanes);
      if (!run_.row_plan->empty()) {
        row_sink_.lanes = lanes;
        rows_.run_row(first, step, offset, lanes, mask);
      }
      const Chunk chunk{first, step, offset, lanes, mask};
      for (std::uint64_t source = 0; source < offset && !run_.push_plan->empty(); ++source) {
        if (source % kMostLanes == 0) run_.budget->check_stop();
        push(chunk, run_.cells[first_cell + source], source);
      }
      for (std::size_t i = 0; i < lanes; ++i) {
        std::uint32_t& cell = run_.cells[first_cell + offset + i];
        if (mask != nullptr && mask[i] == 0) {
          cell = Table::kInvalid;
        } else {
          cell = value_in_row(lane.axis, first + static_cast<std::int64_t>(i) * step, i);
        }
        if (kKind == ValueKind::outcome && cell == 0) found_.has_p[(first_cell + offset + i) / Found::kBlock] = 1;
        if (!run_.push_plan->empty()) push(chunk, cell, offset + i);
      }
      offset += lanes;
    }
  }

  /// Neighbouring positions of a row.
  struct Chunk {
    std::int64_t first, step;  ///< along the lane axis
    std::uint64_t offset;      ///< from the beginning of the row
    std::size_t lanes;
    const T* valid;  ///< null: all
  };

  /// Tells the positions of the chunk that come after the one at `source`, a place in the row, of its value.
  void push(const Chunk& chunk, std::uint32_t code, std::uint64_t source) {
    ++pushed_;
    push_sink_.code = code;
    push_sink_.first = source < chunk.offset ? 0 : source - chunk.offset + 1;
    const std::size_t to = push_sink_.first < chunk.lanes ? push_sink_.narrow(chunk.lanes) : 0;
    const std::size_t from = push_sink_.first;
    if (from >= to) return;
    pushes_.run_push(chunk.first + static_cast<std::int64_t>(from) * chunk.step, chunk.step, chunk.offset + from, to - from,
                     chunk.offset + from - source, chunk.valid != nullptr ? chunk.valid + from : nullptr);
  }

  /// The value of lane i of a chunk, whose coordinate along the lane axis is given, once all its options have been entered but
  /// those of the cell program.
  std::uint32_t value_in_row(std::size_t axis, std::int64_t coordinate, std::size_t i) {
    position_[axis] = coordinate;
    if (!run_.cell_plan->empty() && !(kKind == ValueKind::outcome && run_.stop_early && found_.won[i] != 0))
      run_cell(axis, coordinate, i);
    return value_of(i);
  }
  void run_cell(std::size_t axis, std::int64_t coordinate, std::size_t i) {
    one_.set_coordinate(axis, coordinate);
    if (kKind == ValueKind::grundy) {
      found_.own_used = true;
      std::fill(found_.own.begin(), found_.own.end(), 0U);
    }
    cell_sink_.lane = i;
    one_.run_cell();
  }

  void solve_by_sum() {
    std::int64_t least = 0, greatest = 0;
    for (std::size_t i = 0; i < box_.dimensions(); ++i) {
      least += box_.low()[i];
      greatest += box_.high()[i];
    }
    for (std::int64_t sum = least; sum <= greatest; ++sum) {
      run_.budget->check_stop();
      if (run_.budget->progress) run_.budget->progress({"positions", solved_, box_.size(), run_.growth});
      with_sum(0, sum);
      check_work();
    }
  }
  /// All positions whose coordinates from `axis` on add up to `rest`.
  void with_sum(std::size_t axis, std::int64_t rest) {
    if (axis == box_.dimensions()) {
      if (rest == 0) {
        at_position();
        ++solved_;
      }
      return;
    }
    std::int64_t least = 0, greatest = 0;
    for (std::size_t i = axis + 1; i < box_.dimensions(); ++i) {
      least += box_.low()[i];
      greatest += box_.high()[i];
    }
    const std::int64_t from = std::max(box_.low()[axis], rest - greatest);
    const std::int64_t to = std::min(box_.high()[axis], rest - least);
    for (std::int64_t value = from; value <= to; ++value) {
      position_[axis] = value;
      with_sum(axis + 1, rest - value);
    }
  }
  void at_position() {
    for (std::size_t i = 0; i < position_.size(); ++i) {
      one_.set_coordinate(i, position_[i]);
      if (predicate_) predicate_->set_coordinate(i, position_[i]);
    }
    const auto index = static_cast<std::uint64_t>(layout_.index(position_));
    if (predicate_) {
      valid_[0] = 0;
      predicate_->run_row(position_[box_.dimensions() - 1], 1,
                          static_cast<std::size_t>(position_[box_.dimensions() - 1] - box_.low()[box_.dimensions() - 1]), 1,
                          nullptr);
      if (valid_[0] == 0) {
        run_.cells[index] = Table::kInvalid;
        return;
      }
    }
    fit_used(1);
    found_.clear(kKind, 1);
    run_cell(0, position_[0], 0);
    run_.cells[index] = value_of(0);
  }

  /// A position without options: whether it is N.
  std::uint32_t terminal() const {
    switch (run_.problem->play) {
      case Play::normal: return 0;
      case Play::misere: return 1;
      case Play::by_position: {
        const Outcome outcome = run_.problem->terminal(position_);
        if (outcome == Outcome::draw) throw Trap{Trap::Cause::terminal_draw};
        return outcome == Outcome::N ? 1 : 0;
      }
    }
    return 0;
  }

  std::uint32_t value_of(std::size_t i) {
    if constexpr (kKind == ValueKind::outcome) {
      return found_.any[i] != 0 ? found_.won[i] & 1U : terminal();
    } else if constexpr (kKind == ValueKind::remoteness) {
      // An option to P of remoteness r, code 2 r, makes this N of r + 1; options to N only, the greatest code
      // 2 r + 1, make it P of r + 1.
      if (found_.least_p[i] < kNone) return found_.least_p[i] + 3;
      if (found_.greatest_n[i] != 0) return found_.greatest_n[i] + 1;
      return terminal();
    } else {
      const std::uint32_t value = found_.mex(i);
      found_.ticks += kCellTicks * (value / 128 + 1);
      greatest_ = std::max<std::uint64_t>(greatest_, value);
      return value;
    }
  }

  const BatchRun& run_;
  const CellLayout& layout_;
  const Box& box_;
  Found found_;
  RowSink<T, kKind> row_sink_;
  CellSink<T, kKind> cell_sink_;
  PushSink<T, kKind> push_sink_;
  LaneMachine<T, LaneMode::row, RowSink<T, kKind>> rows_;
  LaneMachine<T, LaneMode::push, PushSink<T, kKind>> pushes_;
  LaneMachine<T, LaneMode::cell, CellSink<T, kKind>> one_;
  PredicateSink<T> predicate_sink_{};
  std::unique_ptr<LaneMachine<T, LaneMode::row, PredicateSink<T>>> predicate_;
  alignas(64) T valid_[kMostLanes];
  Position position_;
  std::uint64_t greatest_ = 0;  ///< Grundy value so far
  std::uint64_t solved_ = 0;    ///< positions, in the order of sums
  std::uint64_t pushed_ = 0;    ///< how often a value was told to a chunk
};

template <class T>
void solve_kind(const BatchRun& run) {
  switch (run.problem->kind) {
    case ValueKind::outcome: std::make_unique<LaneKernel<T, ValueKind::outcome>>(run)->solve(); break;
    case ValueKind::remoteness: std::make_unique<LaneKernel<T, ValueKind::remoteness>>(run)->solve(); break;
    case ValueKind::grundy: std::make_unique<LaneKernel<T, ValueKind::grundy>>(run)->solve(); break;
    case ValueKind::suspense:
    case ValueKind::longest: break;  // not asked of kernels
  }
}

void Solve(const BatchRun& run) { solve_kind<std::int32_t>(run); }

template <class T>
void predicate_rows(const LanePlan& plan, const CellLayout& layout,
                    const std::function<void(PositionView, const std::uint8_t*)>& visit) {
  const Box& box = layout.box;
  std::vector<T> chunk(kMostLanes);
  PredicateSink<T> sink{chunk.data()};
  LaneMachine<T, LaneMode::row, PredicateSink<T>> machine(plan, layout, sink);
  const std::size_t last = box.dimensions() - 1;
  const std::uint64_t length = box.length(last);
  std::vector<std::uint8_t> row(length);
  Position position(box.low());
  for (std::uint64_t done = 0; done < box.size(); done += length) {
    for (std::size_t i = 0; i < last; ++i) machine.set_coordinate(i, position[i]);
    for (std::uint64_t offset = 0; offset < length; offset += kMostLanes) {
      const std::size_t lanes = std::min<std::uint64_t>(kMostLanes, length - offset);
      std::fill_n(chunk.data(), lanes, T{0});
      machine.run_row(box.low()[last] + static_cast<std::int64_t>(offset), 1, offset, lanes, nullptr);
      for (std::size_t i = 0; i < lanes; ++i) row[offset + i] = static_cast<std::uint8_t>(chunk[i] != 0);
    }
    visit(position, row.data());
    for (std::size_t i = last; i-- > 0;) {
      if (position[i] < box.high()[i]) {
        ++position[i];
        break;
      }
      position[i] = box.low()[i];
    }
  }
}

void PredicateRows(const LanePlan& plan, const CellLayout& layout,
                   const std::function<void(PositionView, const std::uint8_t*)>& visit) {
  predicate_rows<std::int32_t>(plan, layout, visit);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bouton {
namespace {

HWY_EXPORT(Solve);
HWY_EXPORT(PredicateRows);

bool may_trap(const LanePlan& plan) { return std::ranges::any_of(plan.expressions, &LaneExpression::may_trap); }
bool all_inside(const LanePlan& plan) {
  return std::ranges::all_of(plan.targets,
                             [](const LaneTarget& t) { return std::ranges::all_of(t.parts, &LaneTarget::Part::inside); });
}

SolveOrder natural_order(std::size_t dimensions) {
  SolveOrder order;
  for (std::size_t i = 0; i < dimensions; ++i) order.axes.push_back({i, false});
  return order;
}

/// A loop through the coordinate that varies slowest grows as the coordinate does.
double growth_of(const Region& region, std::size_t slowest) {
  const std::uint64_t length = region.box.length(slowest);
  const bool goes_far = std::ranges::any_of(region.ranges.options, [&](const OptionRange& option) {
    const Interval change = option.change[slowest];
    return static_cast<std::uint64_t>(change.high) - static_cast<std::uint64_t>(change.low) >= length / 2 + 1;
  });
  return goes_far ? 1 : 0;
}

/// The problem for its program, or one that names the same options.
Result<SolvedRegion> solve_program(const BatchProblem& problem, const MoveProgram& program, const Region& region,
                                   const Budget& budget, BatchWork& work) {
  budget.check_memory(region.box.size() * sizeof(std::uint32_t), "the table");
  SolvedRegion result;
  result.layout = make_layout(region.box, *problem.order);
  result.cells = make_cells(region.box.size());

  // Options that surely lie in an earlier row can be followed for a whole row at once.
  const std::size_t lane = result.layout.axes.back().axis;
  std::vector<const Statement*> rows, cells;
  for (const OptionRange& option : region.ranges.options) {
    bool elsewhere = false;
    for (std::size_t i = 0; i < option.change.size(); ++i)
      elsewhere = elsewhere || (i != lane && (option.change[i].high < 0 || option.change[i].low > 0));
    const bool by_row = elsewhere && problem.order->kind == SolveOrder::Kind::lexicographic;
    (by_row ? rows : cells).push_back(option.statement);
  }
  LanePlan row_plan, push_plan, cell_plan, valid_plan;
  row_plan.program.dimensions = push_plan.program.dimensions = cell_plan.program.dimensions = region.box.dimensions();
  const auto plan = [&](LaneMode mode, const std::vector<const Statement*>& keep, const std::vector<PushedLoop>& pushed = {}) {
    return make_lane_plan(program, region.ranges, result.layout, mode, keep, pushed);
  };
  if (problem.order->kind == SolveOrder::Kind::lexicographic) {
    std::vector<PushedLoop> loops = find_pushed_loops(program, region.ranges, result.layout, cells);
    // Where few rounds pass, the same in all rows, it is better to remember which; but only P-positions push outcomes.
    std::erase_if(loops, [&](const PushedLoop& loop) {
      return loop.sparse && problem.kind != ValueKind::outcome && can_record(result.layout) &&
             plan(LaneMode::cell, loop.options).recorded != 0;
    });
    std::vector<const Statement*> pushed;
    for (const PushedLoop& loop : loops) pushed.insert(pushed.end(), loop.options.begin(), loop.options.end());
    std::erase_if(cells, [&](const Statement* option) { return std::ranges::find(pushed, option) != pushed.end(); });
    if (!pushed.empty()) push_plan = plan(LaneMode::push, pushed, loops);
  }
  if (!rows.empty()) row_plan = plan(LaneMode::row, rows);
  if (!cells.empty()) cell_plan = plan(LaneMode::cell, cells);
  bool narrow = fits_32_bits(program, region.ranges);
  for (const Interval range : intervals(region.box)) narrow = narrow && range.within({-(1 << 30), 1 << 30});
  if (problem.valid != nullptr) {
    const Ranges valid_ranges = ranges(*problem.valid, intervals(region.box));
    narrow = narrow && fits_32_bits(*problem.valid, valid_ranges);
    valid_plan = make_lane_plan(*problem.valid, valid_ranges, result.layout, LaneMode::row, {});
  }
  const bool stop_early =
      problem.valid == nullptr && !may_trap(row_plan) && !may_trap(cell_plan) && all_inside(row_plan) && all_inside(cell_plan);
  const BatchRun run{&problem,
                     &budget,
                     &result.layout,
                     &row_plan,
                     &push_plan,
                     &cell_plan,
                     problem.valid != nullptr ? &valid_plan : nullptr,
                     stop_early,
                     growth_of(region, result.layout.axes.front().axis),
                     std::min<std::uint64_t>(problem.most_rounds, HWY_NAMESPACE::kMostRounds),
                     result.cells.data(),
                     &work};
  try {
    // Numbers that need 64 bits are rare: they do without the faster targets.
    if (narrow) HWY_DYNAMIC_DISPATCH(Solve)(run);
    else HWY_NAMESPACE::solve_kind<std::int64_t>(run);
  } catch (const Trap& trap) {
    budget.check_stop();
    return refusal_of(trap);
  }
  return result;
}

}  // namespace

double seconds_of_batch(double positions, const BatchWork& work) {
  return positions * costs::kBatchPosition + work.ticks * costs::kBatchTick + work.row_runs * costs::kBatchRowRun +
         work.cell_runs * costs::kBatchCellRun;
}

std::optional<Refusal> check_batch(const BatchProblem& problem) {
  if (problem.region->box.dimensions() == 0) return Refusal{"the game has no coordinates"};
  if (has_kind(problem.program->body, Statement::Kind::split)) return Refusal{"a move splits the position"};
  if (problem.kind == ValueKind::grundy && problem.play != Play::normal)
    return Refusal{"Grundy values are those of normal play"};
  if (problem.play == Play::by_position && (!problem.terminal || problem.kind == ValueKind::remoteness))
    return Refusal{"the terminal position decides who wins"};
  return std::nullopt;
}

Result<SolvedRegion> solve_batch(const BatchProblem& problem, const Budget& budget, BatchWork* work) {
  if (auto refusal = check_batch(problem)) return *std::move(refusal);
  BatchWork uncounted;
  BatchWork& counted = work != nullptr ? *work : uncounted;
  if (const auto program = unrolled(*problem.program)) {
    const Region region{problem.region->box, ranges(*program, intervals(problem.region->box))};
    // What was free of wrap-around may no longer be seen to be.
    if (!may_wrap(*program, region.ranges)) return solve_program(problem, *program, region, budget, counted);
  }
  return solve_program(problem, *problem.program, *problem.region, budget, counted);
}

bool evaluate_rows(const MoveProgram& predicate, const Box& box,
                   const std::function<void(PositionView, const std::uint8_t*)>& visit) {
  const Ranges value_ranges = ranges(predicate, intervals(box));
  const CellLayout layout = make_layout(box, natural_order(box.dimensions()));
  const LanePlan plan = make_lane_plan(predicate, value_ranges, layout, LaneMode::row, {});
  bool narrow = fits_32_bits(predicate, value_ranges);
  for (const Interval range : intervals(box)) narrow = narrow && range.within({-(1 << 30), 1 << 30});
  try {
    if (narrow) HWY_DYNAMIC_DISPATCH(PredicateRows)(plan, layout, visit);
    else HWY_NAMESPACE::predicate_rows<std::int64_t>(plan, layout, visit);
  } catch (const Trap&) {
    return false;
  }
  return true;
}

}  // namespace bouton
#endif
