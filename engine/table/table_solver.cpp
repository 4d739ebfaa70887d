#include "engine/table/table_solver.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "engine/table/batch.h"
#include "engine/table/move_families.h"
#include "engine/table/ray_grundy.h"
#include "engine/table/ray_lines.h"
#include "engine/table/ray_outcomes.h"
#include "engine/table/region.h"
#include "engine/table/row_shifts.h"
#include "engine/table/shapes.h"
#include "engine/table/threshold_table.h"

namespace bouton {
namespace {

// Seconds for one unit of work, measured on a machine of 2020; for estimates only.
constexpr double kRayGrundyCell = 12e-9, kRayGrundyLine = 4e-9;
constexpr double kRayOutcomeWord = 2e-9;
constexpr double kRayRemotenessLine = 2e-9;
constexpr double kShiftWord = 0.7e-9;
constexpr double kThresholdMove = 1.5e-9, kThresholdMoves = 24;
constexpr double kBatchOption = 1.2e-9, kBatchCell = 60e-9;

/// Everything that is known before solving.
struct Analysis {
  std::optional<MoveFamilies> families;
  std::optional<Region> region;
  std::optional<Rays> rays;
  std::optional<RowShifts> shifts;
  std::optional<Thresholds> thresholds;
  std::optional<Region> threshold_region;
  std::optional<SolveOrder> order;
  TablePlan plan;
};

bool has_kind(const Block& block, Statement::Kind kind) {
  return std::ranges::any_of(block, [&](const Statement& statement) {
    return statement.kind == kind || has_kind(statement.body, kind) || has_kind(statement.otherwise, kind);
  });
}

std::string listed(const std::vector<std::int64_t>& numbers) {
  return fmt::format("({})", fmt::join(numbers, ", "));
}

std::string describe(const RayFamily& ray) {
  std::string text = listed(ray.is_single() ? ray.offset : ray.step);
  if (ray.is_single()) return text + " once";
  if (ray.offset != ray.step) text += " from " + listed(ray.offset);
  if (ray.most) text += fmt::format(", at most {}", *ray.most);
  if (!ray.guards.empty()) text += ", guarded";
  return text;
}

std::string describe(const Rays& rays) {
  std::vector<std::string> parts;
  for (const RayFamily& ray : rays.families) {
    if (parts.size() == 8) {
      parts.push_back("...");
      break;
    }
    parts.push_back(describe(ray));
  }
  return fmt::format("rays {}", fmt::join(parts, "; "));
}

/// How many options the positions of the region have together, at most about.
double count_options(const Block& block, const Ranges& ranges, double around) {
  double count = 0;
  for (const Statement& statement : block) {
    switch (statement.kind) {
      case Statement::Kind::option: count += around; break;
      case Statement::Kind::loop: {
        const Interval slot = ranges.slots[statement.slot];
        const double rounds = slot.empty() || !slot.bounded() ? 1 : static_cast<double>(slot.high - slot.low + 1);
        // On average a loop is half as long as at most.
        count += count_options(statement.body, ranges, around * std::max(1.0, rounds / 2));
        break;
      }
      case Statement::Kind::branch:
        count += count_options(statement.body, ranges, around) + count_options(statement.otherwise, ranges, around);
        break;
      default: break;
    }
  }
  return count;
}

class Planner {
 public:
  explicit Planner(const TableProblem& problem) : problem_(problem) {}

  std::variant<Analysis, Refusal> run() {
    if (problem_.moves->dimensions == 0) return Refusal{"positions have no coordinates", 0};
    if (has_kind(problem_.moves->body, Statement::Kind::split)) return Refusal{"a move splits the position", 0};
    if (problem_.kind == ValueKind::grundy && problem_.play != Play::normal)
      return Refusal{"Grundy values are those of normal play", 0};

    auto region = find_region(*problem_.moves, *problem_.domain, problem_.box);
    std::optional<Refusal> no_region;
    if (std::holds_alternative<Region>(region)) {
      analysis_.region = std::move(std::get<Region>(region));
      analysis_.plan.region = analysis_.region->box;
    } else {
      no_region = std::get<Refusal>(region);
    }
    auto families = move_families(*problem_.moves);
    if (std::holds_alternative<MoveFamilies>(families)) {
      analysis_.families = std::move(std::get<MoveFamilies>(families));
      if (try_rays() || try_thresholds() || try_row_shifts()) return std::move(analysis_);
    } else {
      const Refusal& refusal = std::get<Refusal>(families);
      pass("rays, row shifts and thresholds", refusal);
    }
    if (no_region) return *no_region;
    auto order = find_order(*problem_.moves, *analysis_.region);
    if (std::holds_alternative<Refusal>(order)) return std::get<Refusal>(order);
    analysis_.order = std::move(std::get<SolveOrder>(order));
    if (problem_.play == Play::by_position && (!problem_.terminal || problem_.kind == ValueKind::remoteness))
      return Refusal{"the terminal position decides who wins", 0};
    plan_batch();
    return std::move(analysis_);
  }

 private:
  void pass(std::string_view kernel, const Refusal& why) {
    analysis_.plan.passed_over.push_back({fmt::format("{}: {}", kernel, why.reason), why.line});
  }

  double region_positions() const { return static_cast<double>(analysis_.region->box.size()); }

  bool try_rays() {
    if (!analysis_.region) return false;
    auto found = find_rays(*analysis_.families, *analysis_.region);
    if (std::holds_alternative<Refusal>(found)) {
      pass("rays", std::get<Refusal>(found));
      return false;
    }
    Rays& rays = std::get<Rays>(found);
    const Box& box = analysis_.region->box;
    if (problem_.valid != nullptr) {
      pass("rays", {"not every position is valid", 0});
      return false;
    }
    if (problem_.play == Play::by_position) {
      pass("rays", {"the terminal position decides who wins", 0});
      return false;
    }
    if (problem_.kind != ValueKind::grundy)
      if (auto checked = check_ray_outcomes(rays, box); std::holds_alternative<Refusal>(checked)) {
        pass("rays", std::get<Refusal>(checked));
        return false;
      }
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::rays;
    plan.shape = describe(rays);
    const std::size_t lines = box_rays(rays, box).size();
    const double cells = region_positions();
    switch (problem_.kind) {
      case ValueKind::grundy:
        plan.method = "each line keeps the set of values on it; a value is the first that no line through the position has";
        plan.cost = fmt::format("{} positions x {} lines", box.size(), lines);
        plan.seconds = cells * (kRayGrundyCell + kRayGrundyLine * static_cast<double>(lines));
        plan.bytes = box.size() * 4 + ray_grundy_memory(rays, box);
        break;
      case ValueKind::outcome:
        plan.method = "a bit a line: whether it has met a P-position yet; rows of 64 positions a word";
        plan.cost = fmt::format("{} positions / 64 x {} lines", box.size(), lines);
        plan.seconds = cells / 64 * kRayOutcomeWord * static_cast<double>(lines);
        plan.bytes = problem_.positions_only ? box.size() / std::max<std::uint64_t>(1, box.length(0)) / 8 * (2 * lines + 1)
                                             : problem_.box.size() * 4;
        break;
      case ValueKind::remoteness:
        plan.method = "each line carries its least remoteness of a P-position and its greatest of an N-position";
        plan.cost = fmt::format("{} positions x {} lines", box.size(), lines);
        plan.seconds = cells * kRayRemotenessLine * static_cast<double>(lines);
        plan.bytes = box.size() * 4;
        break;
    }
    analysis_.rays = std::move(rays);
    return true;
  }

  bool try_row_shifts() {
    if (!analysis_.region) return false;
    if (problem_.kind != ValueKind::outcome) return false;
    auto found = find_row_shifts(*analysis_.families, *analysis_.region);
    if (std::holds_alternative<Refusal>(found)) {
      pass("row shifts", std::get<Refusal>(found));
      return false;
    }
    if (problem_.valid != nullptr || problem_.play == Play::by_position) {
      pass("row shifts", {"not every position is valid, or the terminal position decides who wins", 0});
      return false;
    }
    RowShifts& shifts = std::get<RowShifts>(found);
    const RowShiftProblem request{&shifts, &*analysis_.region, problem_.box, problem_.play};
    const auto estimate = estimate_row_shifts(request);
    if (std::holds_alternative<Refusal>(estimate)) {
      pass("row shifts", std::get<Refusal>(estimate));
      return false;
    }
    const RowShiftEstimate& cost = std::get<RowShiftEstimate>(estimate);
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::row_shifts;
    plan.shape = fmt::format("row shifts along {}, {} of a row", problem_.domain->coordinate_name(shifts.axis), cost.moves);
    const std::uint64_t length = problem_.box.length(shifts.axis);
    if (cost.capped) {
      plan.method = "certainly P and possibly P, as bits, of the rows up to a cap that is raised until both agree";
      plan.cost = fmt::format("{} positions / 64 x {} moves x 2 x about 3 x cube root of {} rows", length, cost.moves, length);
      plan.bytes = static_cast<std::size_t>(3 * std::cbrt(static_cast<double>(length)) * 2600);
    } else {
      plan.method = "a row is the NOR of shifted rows, 64 positions a word";
      plan.cost = fmt::format("{} rows x {} positions / 64 x {} moves", cost.region_rows, length, cost.moves);
      plan.bytes = static_cast<std::size_t>(cost.region_rows) * 2600;
    }
    if (!problem_.positions_only) plan.bytes += problem_.box.size() * 4;
    plan.seconds = cost.word_operations * kShiftWord;
    analysis_.shifts = std::move(shifts);
    return true;
  }

  bool try_thresholds() {
    if (problem_.kind != ValueKind::outcome) return false;
    auto found = find_thresholds(*analysis_.families, problem_.moves->dimensions);
    if (std::holds_alternative<Refusal>(found)) {
      pass("thresholds", std::get<Refusal>(found));
      return false;
    }
    if (problem_.valid != nullptr || problem_.play != Play::normal) {
      pass("thresholds", {"play is not normal, or not every position is valid", 0});
      return false;
    }
    Thresholds& thresholds = std::get<Thresholds>(found);
    auto region = find_region_without(*problem_.moves, *problem_.domain, problem_.box, thresholds.axis);
    if (std::holds_alternative<Refusal>(region)) {
      pass("thresholds", std::get<Refusal>(region));
      return false;
    }
    analysis_.threshold_region = std::move(std::get<Region>(region));
    TablePlan& plan = analysis_.plan;
    const std::uint64_t rest =
        analysis_.threshold_region->box.size() / analysis_.threshold_region->box.length(thresholds.axis);
    plan.kernel = TableKernel::thresholds;
    plan.shape = fmt::format("thresholds of {}, which only bounds a loop",
                             problem_.domain->coordinate_name(thresholds.axis));
    plan.method = "for each value of the other coordinates, the least one that wins";
    plan.cost = fmt::format("{} thresholds x moves up to the first that wins", rest);
    plan.bytes = rest * 4 + (problem_.positions_only ? 0 : problem_.box.size() * 4);
    plan.seconds = static_cast<double>(rest) * kThresholdMove * kThresholdMoves;
    plan.region = analysis_.threshold_region->box;
    analysis_.thresholds = std::move(thresholds);
    return true;
  }

  void plan_batch() {
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::batch;
    plan.shape = "no special shape";
    plan.method = "the batch interpreter: rows of positions and runs of options at once";
    const double options = count_options(problem_.moves->body, analysis_.region->ranges, 1);
    plan.cost = fmt::format("{} positions x about {:.0f} options", analysis_.region->box.size(), options);
    plan.seconds = region_positions() * (kBatchCell + kBatchOption * options);
    plan.bytes = analysis_.region->box.size() * 4;
  }

  const TableProblem& problem_;
  Analysis analysis_;
};

std::variant<Analysis, Refusal> analyse(const TableProblem& problem) { return Planner(problem).run(); }

BatchProblem batch_problem(const TableProblem& problem, const Analysis& analysis) {
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

std::variant<Table, Refusal> shift_table(const TableProblem& problem, const Analysis& analysis, const Budget& budget) {
  Table table = outcome_table(problem, budget);
  const std::size_t axis = analysis.shifts->axis;
  const std::uint64_t stride = table.box.stride(axis);
  const RowShiftProblem request{&*analysis.shifts, &*analysis.region, problem.box, problem.play};
  const auto report = row_shift_outcomes(
      request, budget, [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
        Position position = row_position(problem.box, axis, row);
        position[axis] = from;
        std::uint64_t at = table.box.index(position);
        for (std::size_t i = 0; i < count; ++i, at += stride) table.cells[at] = cell_of((bits[i / 64] >> (i % 64) & 1U) != 0);
      });
  if (std::holds_alternative<Refusal>(report)) return std::get<Refusal>(report);
  return table;
}

std::variant<Table, Refusal> threshold_outcomes(const TableProblem& problem, const Analysis& analysis, const Budget& budget) {
  Table table = outcome_table(problem, budget);
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (std::holds_alternative<Refusal>(solved)) return std::get<Refusal>(solved);
  const auto& thresholds = std::get<ThresholdTable>(solved);
  Position position(problem.box.low());
  Position rest;
  std::uint64_t at = 0;
  do {
    rest.clear();
    for (std::size_t i = 0; i < position.size(); ++i)
      if (i != thresholds.axis) rest.push_back(position[i]);
    if (rest.empty()) rest.push_back(0);
    table.cells[at++] = cell_of(thresholds.is_p(thresholds.rest.index(rest), position[thresholds.axis]));
  } while (problem.box.next(position));
  return table;
}

/// The rows of the asked box as outcome bits, the first column of the box at bit `first`.
bool ray_rows(const TableProblem& problem, const Analysis& analysis, const Budget& budget,
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

std::variant<Table, Refusal> ray_table(const TableProblem& problem, const Analysis& analysis, const Budget& budget) {
  if (problem.kind == ValueKind::outcome) {
    Table table = outcome_table(problem, budget);
    std::uint64_t at = 0;
    const std::uint64_t columns = problem.box.length(problem.box.dimensions() - 1);
    if (!ray_rows(problem, analysis, budget, [&](PositionView, std::uint64_t first, const std::uint64_t* bits) {
          for (std::uint64_t i = first; i < first + columns; ++i)
            table.cells[at++] = cell_of((bits[i / 64] >> (i % 64) & 1U) != 0);
        }))
      return Refusal{"a guard has no value somewhere (division by 0, or no such element)", 0};
    return table;
  }
  const Box& region = analysis.region->box;
  auto solved = problem.kind == ValueKind::grundy ? ray_grundy(*analysis.rays, region, budget)
                                                  : ray_remoteness(*analysis.rays, region, problem.play, budget);
  if (std::holds_alternative<Refusal>(solved)) return std::get<Refusal>(solved);
  return make_table(std::move(std::get<SolvedRegion>(solved)), problem.box, problem.kind, budget);
}

std::variant<Table, Refusal> batch_table(const TableProblem& problem, const Analysis& analysis, const Budget& budget) {
  auto solved = solve_batch(batch_problem(problem, analysis), budget);
  if (std::holds_alternative<Refusal>(solved)) return std::get<Refusal>(solved);
  return make_table(std::move(std::get<SolvedRegion>(solved)), problem.box, problem.kind, budget);
}

// --- P-positions ---

using Visit = std::function<void(PositionView)>;

std::variant<std::uint64_t, Refusal> shift_positions(const TableProblem& problem, const Analysis& analysis,
                                                     const Budget& budget, const Visit& visit) {
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
    if (std::holds_alternative<Refusal>(report)) return std::get<Refusal>(report);
    return found;
  }
  // Any other order needs the bits of all positions.
  const std::uint64_t words = (box.length(axis) + 63) / 64;
  budget.check_memory(rows * words * sizeof(std::uint64_t), "the table of outcomes");
  std::vector<std::uint64_t> all(rows * words, 0);
  const auto report = row_shift_outcomes(
      request, budget, [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
        for (std::size_t i = 0; i < count; ++i) {
          const auto at = static_cast<std::uint64_t>(from - box.low()[axis]) + i;
          all[row * words + at / 64] |= (bits[i / 64] >> (i % 64) & 1U) << (at % 64);
        }
      });
  if (std::holds_alternative<Refusal>(report)) return std::get<Refusal>(report);
  Position position(box.low());
  do {
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

std::variant<std::uint64_t, Refusal> threshold_positions(const TableProblem& problem, const Analysis& analysis,
                                                         const Budget& budget, const Visit& visit) {
  auto solved = solve_thresholds(*analysis.thresholds, *analysis.threshold_region, *problem.domain, budget);
  if (std::holds_alternative<Refusal>(solved)) return std::get<Refusal>(solved);
  const auto& table = std::get<ThresholdTable>(solved);
  std::uint64_t found = 0;
  std::uint64_t seen = 0;
  Position position(problem.box.low());
  Position rest;
  bool more = true;
  while (more) {
    if (++seen % 4096 == 0) budget.check_stop();
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

}  // namespace

std::variant<TablePlan, Refusal> plan_table(const TableProblem& problem) {
  auto analysis = analyse(problem);
  if (std::holds_alternative<Refusal>(analysis)) return std::get<Refusal>(analysis);
  return std::get<Analysis>(analysis).plan;
}

std::variant<Table, Refusal> solve_table(const TableProblem& problem, const Budget& budget) {
  const auto analysed = analyse(problem);
  if (std::holds_alternative<Refusal>(analysed)) return std::get<Refusal>(analysed);
  const auto& analysis = std::get<Analysis>(analysed);
  switch (analysis.plan.kernel) {
    case TableKernel::rays: return ray_table(problem, analysis, budget);
    case TableKernel::row_shifts: return shift_table(problem, analysis, budget);
    case TableKernel::thresholds: return threshold_outcomes(problem, analysis, budget);
    case TableKernel::batch: return batch_table(problem, analysis, budget);
  }
  return Refusal{};
}

std::variant<std::uint64_t, Refusal> visit_p_positions(const TableProblem& asked, const Budget& budget,
                                                       const std::function<void(PositionView)>& visit) {
  TableProblem problem = asked;
  problem.kind = ValueKind::outcome;
  problem.positions_only = true;
  const auto analysed = analyse(problem);
  if (std::holds_alternative<Refusal>(analysed)) return std::get<Refusal>(analysed);
  const auto& analysis = std::get<Analysis>(analysed);
  std::uint64_t found = 0;
  switch (analysis.plan.kernel) {
    case TableKernel::row_shifts: return shift_positions(problem, analysis, budget, visit);
    case TableKernel::thresholds: return threshold_positions(problem, analysis, budget, visit);
    case TableKernel::rays: {
      Position position(problem.box.low());
      const std::size_t last = problem.box.dimensions() - 1;
      const std::uint64_t columns = problem.box.length(last);
      if (!ray_rows(problem, analysis, budget, [&](PositionView row, std::uint64_t first, const std::uint64_t* bits) {
            std::copy(row.begin(), row.end(), position.begin());
            for (std::uint64_t w = first / 64; w <= (first + columns - 1) / 64; ++w)
              for (std::uint64_t open = bits[w]; open != 0; open &= open - 1) {
                const std::uint64_t at = 64 * w + static_cast<std::uint64_t>(std::countr_zero(open));
                if (at < first || at >= first + columns) continue;
                position[last] = problem.box.low()[last] + static_cast<Coordinate>(at - first);
                visit(position);
                ++found;
              }
          }))
        return Refusal{"a guard has no value somewhere (division by 0, or no such element)", 0};
      return found;
    }
    case TableKernel::batch: {
      auto solved = batch_table(problem, analysis, budget);
      if (std::holds_alternative<Refusal>(solved)) return std::get<Refusal>(solved);
      const Table& table = std::get<Table>(solved);
      Position position(problem.box.low());
      for (std::uint64_t i = 0; i < table.cells.size(); ++i, problem.box.next(position)) {
        if (!table.valid(i) || table.outcome(i) != Outcome::P) continue;
        visit(position);
        ++found;
      }
      return found;
    }
  }
  return found;
}

}  // namespace bouton
