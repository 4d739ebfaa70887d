#include "engine/table/table_solver.h"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/program/analysis/traps.h"
#include "engine/program/trap.h"
#include "engine/table/batch/batch.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/box_rows.h"
#include "engine/table/rays/ray_grundy.h"
#include "engine/table/rays/ray_outcomes.h"
#include "engine/table/row_shifts/row_shifts.h"
#include "engine/table/table_plan.h"
#include "engine/table/thresholds/threshold_table.h"

namespace bouton {
namespace {

BatchProblem batch_problem(const TableProblem& problem, const TableAnalysis& analysis) {
  BatchProblem batch;
  batch.program = problem.moves;
  batch.region = &*analysis.region;
  batch.order = &*analysis.order;
  batch.play = problem.play;
  batch.terminal = problem.terminal;
  batch.valid = problem.valid;
  batch.kind = problem.kind;
  return batch;
}

/// An empty table of outcomes.
Table outcome_table(const TableProblem& problem, const Budget& budget) {
  budget.check_memory(problem.box.size() * sizeof(std::uint32_t), "the table");
  Table table;
  table.box = problem.box;
  table.kind = ValueKind::outcome;
  table.cells = make_cells(problem.box.size());
  return table;
}

constexpr std::uint32_t cell_of(bool is_p) { return static_cast<std::uint32_t>(is_p ? Outcome::P : Outcome::N); }

Result<Table> shift_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  Table table = outcome_table(problem, budget);
  const std::size_t axis = analysis.shifts->axis;
  const std::uint64_t stride = table.box.stride(axis);
  const RowShiftProblem request{&*analysis.shifts, &*analysis.region, problem.box, problem.play};
  const auto report = row_shift_outcomes(request, budget,
                                         [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
                                           Position position = row_position(problem.box, axis, row);
                                           position[axis] = from;
                                           std::uint64_t at = table.box.index(position);
                                           for (std::size_t i = 0; i < count; ++i, at += stride)
                                             table.cells[at] = cell_of((bits[i / 64] >> (i % 64) & 1U) != 0);
                                         });
  if (!report) return report.refusal();
  return table;
}

Result<Table> threshold_outcomes(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  Table table = outcome_table(problem, budget);
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (!solved) return solved.refusal();
  const auto& thresholds = *solved;
  Position position(problem.box.low());
  Position rest;
  std::uint64_t at = 0;
  do {
    rest.clear();
    for (std::size_t i = 0; i < position.size(); ++i)
      if (i != thresholds.axis) rest.push_back(position[i]);
    if (rest.empty()) rest.push_back(0);
    budget.check_stop_at(at);
    table.cells[at++] = cell_of(thresholds.is_p(thresholds.rest.index(rest), position[thresholds.axis]));
  } while (problem.box.next(position));
  return table;
}

Result<Table> ray_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (problem.kind == ValueKind::outcome) {
    Table table = outcome_table(problem, budget);
    std::uint64_t at = 0;
    const std::uint64_t columns = problem.box.length(problem.box.dimensions() - 1);
    if (!visit_ray_rows(problem, analysis, budget, [&](PositionView, std::uint64_t first, const std::uint64_t* bits) {
          for (std::uint64_t i = first; i < first + columns; ++i)
            table.cells[at++] = cell_of((bits[i / 64] >> (i % 64) & 1U) != 0);
        }))
      return refusal_of(Trap{});
    return table;
  }
  const Box& region = analysis.region->box;
  auto solved = problem.kind == ValueKind::grundy ? ray_grundy(*analysis.rays, region, budget)
                                                  : ray_remoteness(*analysis.rays, region, problem.play, budget);
  if (!solved) return solved.refusal();
  return make_table(*std::move(solved), problem.box, problem.kind, budget);
}

Result<Table> batch_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  budget.check_memory(bytes_of_table(analysis.region->box, *analysis.order, problem.box), "the table");
  auto solved = solve_batch(batch_problem(problem, analysis), budget);
  if (!solved) return solved.refusal();
  return make_table(*std::move(solved), problem.box, problem.kind, budget);
}

Result<Table> marked_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  Table table = outcome_table(problem, budget);
  const auto marked = marked_region(problem, analysis, budget);
  if (!marked) return marked.refusal();
  const std::uint64_t columns = problem.box.length(problem.box.dimensions() - 1);
  std::uint32_t* cell = table.cells.data();
  marked->visit_rows(problem.box, budget, [&](PositionView, std::int64_t place, std::int64_t stride) {
    for (std::uint64_t i = 0; i < columns; ++i, place += stride)
      *cell++ = marked->exists_at(place) ? cell_of(marked->is_p_at(place)) : Table::kInvalid;
  });
  return table;
}

Result<Table> native_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  const Result<NativeProblem> native = native_problem(problem);
  if (!native) return native.refusal();
  return solve_native(*native, *analysis.probe, budget);
}

// --- P-positions ---

using Visit = std::function<void(PositionView)>;

/// Positions between two stops of a course.
constexpr std::uint64_t kPositionsPerStop = 1024;

/// The order of the box is that of the axis first: one stretch of all rows after another.
Result<std::uint64_t> stretch_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const Visit& visit, Course* course) {
  std::uint64_t found = 0;
  std::vector<Position> positions;
  for (std::uint64_t row = 0; row < problem.box.size() / problem.box.length(0); ++row)
    positions.push_back(row_position(problem.box, 0, row));
  const auto report = visit_stretches(problem, analysis, budget, course, [&](const Stretch& stretch) {
    for (std::size_t w = 0; w < (stretch.count + 63) / 64; ++w) {
      std::uint64_t any = 0;
      for (const auto& one : stretch.rows) any |= one[w];
      for (; any != 0; any &= any - 1) {
        const int bit = std::countr_zero(any);
        for (std::size_t r = 0; r < positions.size(); ++r) {
          if ((stretch.rows[r][w] >> bit & 1U) == 0) continue;
          positions[r][0] = stretch.from + static_cast<Coordinate>(64 * w) + bit;
          visit(positions[r]);
          ++found;
        }
      }
    }
  });
  if (!report) return report.refusal();
  return found;
}

Result<std::uint64_t> shift_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                      const Visit& visit, Course* course) {
  if (analysis.shifts->axis == 0) return stretch_positions(problem, analysis, budget, visit, course);
  // Any other order needs the bits of all positions.
  const auto bits = find_shift_bits(problem, analysis, budget);
  if (!bits) return bits.refusal();
  std::uint64_t found = 0;
  Position position(problem.box.low());
  std::uint64_t seen = 0;
  do {
    budget.check_stop_at(++seen);
    if (!bits->is_p(problem.box, position)) continue;
    visit(position);
    ++found;
  } while (problem.box.next(position));
  return found;
}

Result<std::uint64_t> marked_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                       const Visit& visit) {
  const auto marked = marked_region(problem, analysis, budget);
  if (!marked) return marked.refusal();
  std::uint64_t found = 0;
  marked->visit_p_positions(problem.box, budget, [&](PositionView position) {
    visit(position);
    ++found;
  });
  return found;
}

Result<std::uint64_t> threshold_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                          const Visit& visit, Course* course) {
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (!solved) return solved.refusal();
  const auto& table = *solved;
  std::uint64_t found = 0;
  std::uint64_t seen = 0;
  const std::uint64_t begun = course != nullptr ? course->begun().done : 0;
  Position position = problem.box.position(begun);
  Position rest;
  bool more = true;
  while (more) {
    budget.check_stop_at(++seen);
    if (course != nullptr && seen % kPositionsPerStop == 0)
      course->reached(problem.box.index(position), [] { return std::string("thresholds"); });
    rest.clear();
    for (std::size_t i = 0; i < position.size(); ++i)
      if (i != table.axis) rest.push_back(position[i]);
    if (rest.empty()) rest.push_back(0);
    if (table.is_p(table.rest.index(rest), position[table.axis])) {
      visit(position);
      ++found;
    } else if (table.axis + 1 == position.size()) {
      // From here on all of this row are N.
      position[table.axis] = problem.box.high()[table.axis];
    }
    more = problem.box.next(position);
  }
  return found;
}

Result<std::uint64_t> ray_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                    const Visit& visit, Course* course) {
  std::uint64_t found = 0;
  RowCourse rows;
  std::uint64_t passed = 0;
  if (course != nullptr) {
    const Course::Begun begun = course->begun();
    passed = begun.done;
    rows.state = begun.state;
    rows.reached = [&](std::uint64_t, const std::function<std::string()>& state) { course->reached(passed, state); };
  }
  Position position(problem.box.low());
  const std::size_t last = problem.box.dimensions() - 1;
  const std::uint64_t columns = problem.box.length(last);
  const auto visit_row = [&](PositionView row, std::uint64_t first, const std::uint64_t* bits) {
    passed += columns;
    std::copy(row.begin(), row.end(), position.begin());
    for (std::uint64_t w = first / 64; w <= (first + columns - 1) / 64; ++w)
      for (std::uint64_t open = bits[w]; open != 0; open &= open - 1) {
        const std::uint64_t at = 64 * w + static_cast<std::uint64_t>(std::countr_zero(open));
        if (at < first || at >= first + columns) continue;
        position[last] = problem.box.low()[last] + static_cast<Coordinate>(at - first);
        visit(position);
        ++found;
      }
  };
  if (!visit_ray_rows(problem, analysis, budget, visit_row, rows)) return refusal_of(Trap{});
  return found;
}

/// Of a kernel that makes a table.
Result<std::uint64_t> table_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                      const Visit& visit) {
  auto solved = analysis.plan.kernel == TableKernel::native ? native_table(problem, analysis, budget)
                                                            : batch_table(problem, analysis, budget);
  if (!solved) return solved.refusal();
  const Table& table = *solved;
  std::uint64_t found = 0;
  Position position(problem.box.low());
  for (std::uint64_t i = 0; i < table.cells.size(); ++i, problem.box.next(position)) {
    budget.check_stop_at(i);
    if (!table.valid(i) || table.outcome(i) != Outcome::P) continue;
    visit(position);
    ++found;
  }
  return found;
}

Result<Table> solve_analysed(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_table(problem, analysis, budget);
    case TableKernel::row_shifts: return shift_table(problem, analysis, budget);
    case TableKernel::thresholds: return threshold_outcomes(problem, analysis, budget);
    case TableKernel::marking: return marked_table(problem, analysis, budget);
    case TableKernel::batch: return batch_table(problem, analysis, budget);
    case TableKernel::native: return native_table(problem, analysis, budget);
  }
  return Refusal{};
}

Result<std::uint64_t> positions_analysed(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                         const Visit& visit, Course* course) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_positions(problem, analysis, budget, visit, course);
    case TableKernel::row_shifts: return shift_positions(problem, analysis, budget, visit, course);
    case TableKernel::thresholds: return threshold_positions(problem, analysis, budget, visit, course);
    case TableKernel::marking: return marked_positions(problem, analysis, budget, visit);
    case TableKernel::batch:
    case TableKernel::native: return table_positions(problem, analysis, budget, visit);
  }
  return Refusal{};
}

/// Whether P-positions are visited from where another run has begun.
bool goes_on(const TableAnalysis& analysis) {
  return analysis.plan.kernel == TableKernel::rays || analysis.plan.kernel == TableKernel::thresholds ||
         (analysis.plan.kernel == TableKernel::row_shifts && analysis.shifts->axis == 0);
}

/// The analysis for the batch interpreter, after the kernel of a shape refused; nothing where it will not help.
std::optional<TableAnalysis> second_choice(const TableProblem& problem, const TableAnalysis& first, const Budget& budget) {
  if (first.plan.kernel == TableKernel::batch || problem.moves == nullptr || problem.only) return std::nullopt;
  auto second = analyse_table(problem, KernelChoice::batch_only);
  if (!second) return std::nullopt;
  if (second->plan.bytes > budget.memory) return std::nullopt;
  return *std::move(second);
}

}  // namespace

std::optional<Refusal> find_trap(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (analysis.plan.kernel == TableKernel::native) return std::nullopt;  // it looks at every option itself
  if (!analysis.region) return std::nullopt;                             // thresholds of a program that never traps
  const Box& box = analysis.region->box;
  if (problem.valid != nullptr) {
    std::vector<Interval> coordinates;
    for (std::size_t i = 0; i < box.dimensions(); ++i) coordinates.push_back({box.low()[i], box.high()[i]});
    const TrapProgram traps = trap_program(*problem.valid, ranges(*problem.valid, coordinates));
    if (auto refusal = find_trap(traps, box, nullptr, nullptr, budget)) return refusal;
  }
  const Box* const inside = analysis.plan.kernel == TableKernel::row_shifts ? &box : nullptr;
  return find_trap(trap_program(*problem.moves, analysis.region->ranges, inside), box, problem.valid, inside, budget);
}

Result<TablePlan> plan_table(const TableProblem& problem) {
  auto analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return analysis->plan;
}

Result<Table> solve_table(const TableProblem& problem, const Budget& budget) {
  const Result<TableAnalysis> analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return solve_table(problem, *analysis, budget);
}

Result<Table> solve_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  auto solved = solve_analysed(problem, analysis, budget);
  if (!solved)
    if (const auto second = second_choice(problem, analysis, budget)) return solve_analysed(problem, *second, budget);
  return solved;
}

Result<std::uint64_t> visit_p_positions(const TableProblem& asked, const Budget& budget,
                                        const std::function<void(PositionView)>& visit, Course* course) {
  TableProblem problem = asked;
  problem.kind = ValueKind::outcome;
  problem.positions_only = true;
  const Result<TableAnalysis> analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return visit_p_positions(problem, *analysis, budget, visit, course);
}

Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const std::function<void(PositionView)>& visit, Course* course) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  if (course != nullptr && course->begun().done > 0 && !goes_on(analysis))
    throw RequestError("the P-positions of this box are found as a whole, so that a run cannot go on with another");
  bool visited = course != nullptr && course->begun().done > 0;
  const auto mark = [&](PositionView position) {
    visited = true;
    visit(position);
  };
  auto counted = positions_analysed(problem, analysis, budget, mark, course);
  if (!counted && !visited)
    if (const auto second = second_choice(problem, analysis, budget))
      return positions_analysed(problem, *second, budget, visit, nullptr);
  if (!counted && visited)
    throw LimitError(fmt::format("after some of the P-positions no more can be told: {}", counted.refusal().reason));
  return counted;
}

}  // namespace bouton
