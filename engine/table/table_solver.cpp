#include "engine/table/table_solver.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/program/analysis/traps.h"
#include "engine/program/trap.h"
#include "engine/table/batch/batch.h"
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

/// The first position of a row of the asked box, the axis at its least value, from the row's number.
Position row_position(const Box& box, std::size_t axis, std::uint64_t row) {
  Position position(box.low());
  for (std::size_t i = box.dimensions(); i-- > 0;) {
    if (i == axis) continue;
    position[i] += static_cast<Coordinate>(row % box.length(i));
    row /= box.length(i);
  }
  return position;
}

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

/// The rows of the asked box as outcome bits, the first column of the box at bit `first`.
bool ray_rows(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
              const std::function<void(PositionView row, std::uint64_t first, const std::uint64_t* bits)>& visit) {
  const Box& asked = problem.box;
  const std::size_t last = asked.dimensions() - 1;
  const Coordinate least = analysis.region->box.low()[last];
  return ray_outcome_rows(*analysis.rays, analysis.region->box, problem.play, budget,
                          [&](PositionView row, const std::uint64_t* bits) {
                            for (std::size_t i = 0; i < last; ++i)
                              if (row[i] < asked.low()[i] || row[i] > asked.high()[i]) return;
                            visit(row, static_cast<std::uint64_t>(asked.low()[last] - least), bits);
                          });
}

Result<Table> ray_table(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (problem.kind == ValueKind::outcome) {
    Table table = outcome_table(problem, budget);
    std::uint64_t at = 0;
    const std::uint64_t columns = problem.box.length(problem.box.dimensions() - 1);
    if (!ray_rows(problem, analysis, budget, [&](PositionView, std::uint64_t first, const std::uint64_t* bits) {
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
  auto solved = solve_batch(batch_problem(problem, analysis), budget);
  if (!solved) return solved.refusal();
  return make_table(*std::move(solved), problem.box, problem.kind, budget);
}

// --- P-positions ---

using Visit = std::function<void(PositionView)>;

Result<std::uint64_t> shift_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                      const Visit& visit) {
  const Box& box = problem.box;
  const std::size_t axis = analysis.shifts->axis;
  const std::uint64_t rows = box.size() / box.length(axis);
  const RowShiftProblem request{&*analysis.shifts, &*analysis.region, box, problem.play};
  std::uint64_t found = 0;
  if (axis == 0) {
    // The order of the box is that of the axis first: one stretch of all rows after another.
    std::vector<std::vector<std::uint64_t>> stretch(rows);
    std::vector<Position> positions;
    for (std::uint64_t row = 0; row < rows; ++row) positions.push_back(row_position(box, axis, row));
    const auto report = row_shift_outcomes(
        request, budget, [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
          const std::size_t words = (count + 63) / 64;
          stretch[row].assign(bits, bits + words);
          if (count % 64 != 0) stretch[row].back() &= ~(~std::uint64_t{0} << (count % 64));
          if (row + 1 != rows) return;
          for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t any = 0;
            for (const auto& one : stretch) any |= one[w];
            for (; any != 0; any &= any - 1) {
              const int bit = std::countr_zero(any);
              for (std::uint64_t r = 0; r < rows; ++r) {
                if ((stretch[r][w] >> bit & 1U) == 0) continue;
                positions[r][axis] = from + static_cast<Coordinate>(64 * w) + bit;
                visit(positions[r]);
                ++found;
              }
            }
          }
        });
    if (!report) return report.refusal();
    return found;
  }
  // Any other order needs the bits of all positions.
  const std::uint64_t words = (box.length(axis) + 63) / 64;
  budget.check_memory(rows * words * sizeof(std::uint64_t), "the table of outcomes");
  std::vector<std::uint64_t> all(rows * words, 0);
  const auto report = row_shift_outcomes(request, budget,
                                         [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
                                           for (std::size_t i = 0; i < count; ++i) {
                                             const auto at = static_cast<std::uint64_t>(from - box.low()[axis]) + i;
                                             all[row * words + at / 64] |= (bits[i / 64] >> (i % 64) & 1U) << (at % 64);
                                           }
                                         });
  if (!report) return report.refusal();
  Position position(box.low());
  std::uint64_t seen = 0;
  do {
    budget.check_stop_at(++seen);
    std::uint64_t row = 0;
    for (std::size_t i = 0; i < box.dimensions(); ++i)
      if (i != axis) row = row * box.length(i) + static_cast<std::uint64_t>(position[i] - box.low()[i]);
    const auto at = static_cast<std::uint64_t>(position[axis] - box.low()[axis]);
    if ((all[row * words + at / 64] >> (at % 64) & 1U) == 0) continue;
    visit(position);
    ++found;
  } while (box.next(position));
  return found;
}

Result<std::uint64_t> threshold_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                          const Visit& visit) {
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (!solved) return solved.refusal();
  const auto& table = *solved;
  std::uint64_t found = 0;
  std::uint64_t seen = 0;
  Position position(problem.box.low());
  Position rest;
  bool more = true;
  while (more) {
    budget.check_stop_at(++seen);
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
                                    const Visit& visit) {
  std::uint64_t found = 0;
  Position position(problem.box.low());
  const std::size_t last = problem.box.dimensions() - 1;
  const std::uint64_t columns = problem.box.length(last);
  const bool done = ray_rows(problem, analysis, budget, [&](PositionView row, std::uint64_t first, const std::uint64_t* bits) {
    std::copy(row.begin(), row.end(), position.begin());
    for (std::uint64_t w = first / 64; w <= (first + columns - 1) / 64; ++w)
      for (std::uint64_t open = bits[w]; open != 0; open &= open - 1) {
        const std::uint64_t at = 64 * w + static_cast<std::uint64_t>(std::countr_zero(open));
        if (at < first || at >= first + columns) continue;
        position[last] = problem.box.low()[last] + static_cast<Coordinate>(at - first);
        visit(position);
        ++found;
      }
  });
  if (!done) return refusal_of(Trap{});
  return found;
}

Result<std::uint64_t> batch_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                      const Visit& visit) {
  auto solved = batch_table(problem, analysis, budget);
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

/// Why the kernel must not be used: the rule raises an error at some position of the region. What would be wrong with an
/// option is seen by the kernel that follows it; only row shifts leave out rows.
std::optional<Refusal> find_trap(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  if (!analysis.region) return std::nullopt;  // thresholds of a program that never traps
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

Result<Table> solve_analysed(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_table(problem, analysis, budget);
    case TableKernel::row_shifts: return shift_table(problem, analysis, budget);
    case TableKernel::thresholds: return threshold_outcomes(problem, analysis, budget);
    case TableKernel::batch: return batch_table(problem, analysis, budget);
  }
  return Refusal{};
}

Result<std::uint64_t> positions_analysed(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                         const Visit& visit) {
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_positions(problem, analysis, budget, visit);
    case TableKernel::row_shifts: return shift_positions(problem, analysis, budget, visit);
    case TableKernel::thresholds: return threshold_positions(problem, analysis, budget, visit);
    case TableKernel::batch: return batch_positions(problem, analysis, budget, visit);
  }
  return Refusal{};
}

/// The analysis for the batch interpreter, after the kernel of a shape refused; nothing where it will not help.
std::optional<TableAnalysis> second_choice(const TableProblem& problem, const TableAnalysis& first, const Budget& budget) {
  if (first.plan.kernel == TableKernel::batch) return std::nullopt;
  auto second = analyse_table(problem, KernelChoice::batch_only);
  if (!second) return std::nullopt;
  if (second->plan.bytes > budget.memory) return std::nullopt;
  return *std::move(second);
}

}  // namespace

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
                                        const std::function<void(PositionView)>& visit) {
  TableProblem problem = asked;
  problem.kind = ValueKind::outcome;
  problem.positions_only = true;
  const Result<TableAnalysis> analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return visit_p_positions(problem, *analysis, budget, visit);
}

Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const std::function<void(PositionView)>& visit) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  bool visited = false;
  auto counted = positions_analysed(problem, analysis, budget, [&](PositionView position) {
    visited = true;
    visit(position);
  });
  if (!counted && !visited)
    if (const auto second = second_choice(problem, analysis, budget))
      return positions_analysed(problem, *second, budget, visit);
  return counted;
}

}  // namespace bouton
