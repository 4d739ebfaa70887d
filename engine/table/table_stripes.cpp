#include "engine/table/table_stripes.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/base/errors.h"
#include "engine/program/trap.h"
#include "engine/table/box_rows.h"
#include "engine/table/rays/ray_grundy.h"
#include "engine/table/rays/ray_outcomes.h"
#include "engine/table/thresholds/threshold_table.h"

namespace bouton {
namespace {

constexpr std::uint32_t stripe_cell(bool is_p) { return static_cast<std::uint32_t>(is_p ? Outcome::P : Outcome::N); }

/// Hands on the asked part of a region whose rows come in order, and tells the sink's course of it.
class AskedRows {
 public:
  AskedRows(const Box& asked, const Box& region, StripeSink& sink)
      : asked_(asked), region_(region), sink_(sink), last_(asked.dimensions() - 1), begun_(sink.begun()), handed_(begun_.done) {
    first_ = static_cast<std::uint64_t>(asked.low()[last_] - region.low()[last_]);
    columns_ = asked.length(last_);
  }

  /// The course of a kernel that goes on from a state of its own.
  RowCourse course() {
    return {begun_.state, [this](std::uint64_t, const std::function<std::string()>& state) { sink_.reached(handed_, state); }};
  }
  std::uint64_t done() const { return begun_.done; }

  void take(PositionView row, std::span<const std::uint32_t> cells) {
    if (!is_asked(row)) return;
    sink_.take(cells.subspan(first_, columns_));
    handed_ += columns_;
  }
  void take_outcomes(const std::uint64_t* bits, std::uint64_t first) {
    sink_.take_outcomes(bits, first, columns_);
    handed_ += columns_;
  }
  /// All columns of some rows of the region, from the row with this number on.
  void take_rows(std::uint64_t row, std::span<const std::uint32_t> cells) {
    if (asked_ == region_) {
      sink_.take(cells);
      handed_ += cells.size();
      return;
    }
    const std::uint64_t width = region_.length(last_);
    for (; !cells.empty(); cells = cells.subspan(width), ++row) take(region_.position(row * width), cells.first(width));
  }
  std::uint64_t handed() const { return handed_; }

 private:
  bool is_asked(PositionView row) const {
    for (std::size_t i = 0; i < last_; ++i)
      if (row[i] < asked_.low()[i] || row[i] > asked_.high()[i]) return false;
    return true;
  }

  const Box& asked_;
  const Box& region_;
  StripeSink& sink_;
  std::size_t last_;
  Course::Begun begun_;
  std::uint64_t first_ = 0, columns_ = 0;  ///< of a row
  std::uint64_t handed_ = 0;               ///< positions
};

Result<bool> stream_grundy(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, StripeSink& sink,
                           std::int64_t rows_at_once) {
  const Box& region = analysis.region->box;
  AskedRows rows(problem.box, region, sink);
  const std::uint64_t width = region.length(region.dimensions() - 1);
  GrundyCourse course;
  // Only where all values of the region are handed out can a run go on from them.
  if (problem.box == region) {
    course.known_rows = rows.done() / width;
    course.read = [&](std::uint64_t row, std::span<std::uint32_t> cells) { sink.read(row * width, cells); };
    course.reached = [&](std::uint64_t) { sink.reached(rows.handed(), [] { return std::string("values"); }); };
  }
  const auto done = ray_grundy_stripes(
      *analysis.rays, region, budget,
      [&](std::uint64_t row, std::span<const std::uint32_t> cells) { rows.take_rows(row, cells); }, course, rows_at_once);
  if (!done) return done.refusal();
  if (!*done) return refusal_of(Trap{});
  return true;
}

Result<bool> stream_rays(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, StripeSink& sink) {
  const Box& region = analysis.region->box;
  AskedRows rows(problem.box, region, sink);
  bool done = false;
  if (problem.kind == ValueKind::outcome)
    done = visit_ray_rows(
        problem, analysis, budget,
        [&](PositionView, std::uint64_t first, const std::uint64_t* bits) { rows.take_outcomes(bits, first); }, rows.course());
  else
    done = ray_remoteness_rows(
        *analysis.rays, region, problem.play, budget,
        [&](PositionView row, std::span<const std::uint32_t> cells) { rows.take(row, cells); }, rows.course());
  if (!done) return refusal_of(Trap{});
  return true;
}

/// Along the first axis: the positions of a stretch, each with all rows.
Result<bool> stream_stretches(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                              StripeSink& sink) {
  std::vector<std::uint32_t> cells;
  const auto report = visit_stretches(problem, analysis, budget, &sink, [&](const Stretch& stretch) {
    cells.clear();
    for (std::size_t i = 0; i < stretch.count; ++i)
      for (const std::vector<std::uint64_t>& row : stretch.rows)
        cells.push_back(stripe_cell((row[i / 64] >> (i % 64) & 1U) != 0));
    sink.take(cells);
  });
  if (!report) return report.refusal();
  return true;
}

/// From a bit for each position.
template <class IsP>
bool stream_bits(const Box& box, const Budget& budget, StripeSink& sink, const IsP& is_p) {
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(box.length(box.dimensions() - 1)));
  Position position = sink.begun().done == 0 ? Position(box.low()) : box.position(sink.begun().done);
  for (std::uint64_t done = sink.begun().done; done < box.size();) {
    budget.check_stop();
    for (std::uint32_t& cell : cells) {
      cell = stripe_cell(is_p(position));
      box.next(position);
    }
    sink.take(cells);
    done += cells.size();
    if (done < box.size()) sink.reached(done, [] { return std::string("bits"); });
  }
  return true;
}

/// Row shifts along another axis.
Result<bool> stream_shift_bits(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                               StripeSink& sink) {
  const auto bits = find_shift_bits(problem, analysis, budget);
  if (!bits) return bits.refusal();
  return stream_bits(problem.box, budget, sink, [&](PositionView position) { return bits->is_p(problem.box, position); });
}

Result<bool> stream_marks(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, StripeSink& sink) {
  const auto marked = marked_region(problem, analysis, budget);
  if (!marked) return marked.refusal();
  return stream_bits(problem.box, budget, sink, [&](PositionView position) { return marked->is_p(position); });
}

Result<bool> stream_thresholds(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                               StripeSink& sink) {
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (!solved) return solved.refusal();
  const ThresholdTable& thresholds = *solved;
  constexpr std::size_t kAtOnce = std::size_t{1} << 14;
  const Box& box = problem.box;
  std::vector<std::uint32_t> cells;
  Position rest;
  std::uint64_t done = sink.begun().done;
  Position position = done == 0 ? Position(box.low()) : box.position(done);
  while (done < box.size()) {
    budget.check_stop();
    cells.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kAtOnce, box.size() - done)));
    for (std::uint32_t& cell : cells) {
      rest.clear();
      for (std::size_t i = 0; i < position.size(); ++i)
        if (i != thresholds.axis) rest.push_back(position[i]);
      if (rest.empty()) rest.push_back(0);
      cell = stripe_cell(thresholds.is_p(thresholds.rest.index(rest), position[thresholds.axis]));
      box.next(position);
    }
    sink.take(cells);
    done += cells.size();
    if (done < box.size()) sink.reached(done, [] { return std::string("thresholds"); });
  }
  return true;
}

}  // namespace

std::uint32_t greatest_of(const StripePlan& plan, ValueKind kind) {
  // A value that no table has bounds nothing.
  return kind == ValueKind::outcome ? stripe_cell(false)
                                    : static_cast<std::uint32_t>(std::min<std::uint64_t>(plan.greatest, Table::kInfinite - 1));
}

Result<bool> stream_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, StripeSink& sink,
                          std::int64_t rows_at_once) {
  if (!analysis.plan.stripes) return analysis.plan.stripes.refusal();
  if (sink.begun().done >= problem.box.size()) return true;
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  sink.begin(greatest_of(*analysis.plan.stripes, problem.kind));
  switch (analysis.plan.kernel) {
    case TableKernel::rays:
      if (problem.kind == ValueKind::grundy) return stream_grundy(problem, analysis, budget, sink, rows_at_once);
      return stream_rays(problem, analysis, budget, sink);
    case TableKernel::row_shifts:
      if (analysis.shifts->axis == 0) return stream_stretches(problem, analysis, budget, sink);
      return stream_shift_bits(problem, analysis, budget, sink);
    case TableKernel::thresholds: return stream_thresholds(problem, analysis, budget, sink);
    case TableKernel::marking: return stream_marks(problem, analysis, budget, sink);
    case TableKernel::batch:
    case TableKernel::native: break;
  }
  return Refusal{"the batch interpreter and machine code have no stripes"};
}

}  // namespace bouton
