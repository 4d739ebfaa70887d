#include "engine/table/row_periods/row_moves.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/program/analysis/move_families.h"
#include "engine/program/analysis/ranges.h"
#include "engine/program/analysis/rest_evaluator.h"
#include "engine/program/analysis/traps.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/trap.h"
#include "engine/table/shape/shapes.h"

namespace bouton {
namespace {

constexpr Coordinate kMostLowerRows = 4096;
/// So many single steps at most, and no offset is longer. Windows of options are single steps.
constexpr std::int64_t kMostSteps = 4096;
/// No bound is beyond it.
constexpr std::int64_t kFarMove = std::int64_t{1} << 20;
/// No coefficient of a guard is beyond it.
constexpr std::int64_t kGreatestCoefficient = std::int64_t{1} << 30;
/// The columns of the region in which rays are looked for: more than any bound can tell apart.
constexpr std::int64_t kColumns = std::int64_t{1} << 40;

bool is_beyond(std::int64_t number, std::int64_t bound) { return number > bound || number < -bound; }
bool is_far(std::int64_t number) { return is_beyond(number, kFarMove); }
bool is_bound(std::int64_t end) { return end > -kUnbounded && end < kUnbounded; }

/// The range with its ends counted from `least`.
Interval from(Interval range, std::int64_t least) {
  return {is_bound(range.low) ? range.low - least : range.low, is_bound(range.high) ? range.high - least : range.high};
}

class RowMoveFinder {
 public:
  RowMoveFinder(const MoveProgram& program, const Domain& domain, std::size_t axis, Coordinate row)
      : program_(program), axis_(axis), column_(1 - axis), names_{domain.axis(0).name, domain.axis(1).name} {
    for (std::size_t i = 0; i < 2; ++i) least_[i] = domain.axis(i).least;
    moves_.rows = static_cast<std::size_t>(row - least_[axis]) + 1;
  }

  Result<RowMoves> run() {
    if (auto refusal = look_at_ranges()) return *std::move(refusal);
    const Result<MoveFamilies> families = move_families(program_);
    if (!families) return families.refusal();
    const Result<std::vector<RayFamily>> rays = find_ray_families(*families, region());
    if (!rays) return rays.refusal();
    for (const RayFamily& ray : *rays)
      if (auto refusal = add(families->program, ray)) return *std::move(refusal);
    settle();
    if (is_far(moves_.settled)) return Refusal{"a move exists only beyond a bound that is very large"};
    return std::move(moves_);
  }

 private:
  std::int64_t last_row() const { return least_[axis_] + static_cast<std::int64_t>(moves_.rows) - 1; }

  /// What the coordinates may be, the column up to `last`.
  std::vector<Interval> coordinates(std::int64_t last) const {
    std::vector<Interval> ranges(2);
    ranges[axis_] = {least_[axis_], last_row()};
    ranges[column_] = {least_[column_], last};
    return ranges;
  }
  Region region() const {
    const std::vector<Interval> ranges = coordinates(least_[column_] + kColumns);
    return {Box({ranges[0].low, ranges[1].low}, {ranges[0].high, ranges[1].high}), bouton::ranges(program_, ranges)};
  }

  /// What the ranges of expressions tell for columns without end. They are those of integers without end, too: no operation
  /// takes an end that stands for "no end" for a number, but for a shift to the right.
  std::optional<Refusal> look_at_ranges() const {
    for (const Expression& e : program_.expressions)
      if (e.op == Op::shift_right && depends_on_coordinate(program_, e.a, column_))
        return Refusal{fmt::format("bits of {} are shifted", names_[column_])};
    const Ranges ranges = bouton::ranges(program_, coordinates(kUnbounded));
    if (trap_program(program_, ranges).may_trap) return Refusal{"the moves may raise an error"};
    const Region near = region();
    for (const OptionRange& option : ranges.options) {
      const int line = option.statement->line;
      if (option.to.size() != 2) return Refusal{"a move changes how many coordinates there are", line};
      if (option.change[axis_].high > 0)
        return Refusal{fmt::format("a move may make {} greater: it leads to a higher row", names_[axis_]), line};
      if (option.change[column_].high > 0) return Refusal{fmt::format("a move may make {} greater", names_[column_]), line};
      for (std::size_t i = 0; i < 2; ++i)
        if (option.to[i].low < least_[i]) return Refusal{"an option may leave the domain", line};
      if (std::ranges::find(near.ranges.options, option.statement, &OptionRange::statement) == near.ranges.options.end())
        return Refusal{fmt::format("a move exists only where {} is very large", names_[column_]), line};
    }
    return std::nullopt;
  }

  /// In which columns of each row the guards hold.
  Result<std::vector<Interval>> where(const MoveProgram& program, const RayFamily& ray) const {
    std::vector<Interval> where;
    RestEvaluator evaluator(program, column_);
    const std::optional<ExpressionId> column = find_coordinate(program, column_);
    for (std::size_t row = 0; row < moves_.rows; ++row) {
      const Position rest{least_[axis_] + static_cast<std::int64_t>(row)};
      evaluator.set_rest(rest);
      Interval columns = Interval::all();
      for (const Guard& guard : ray.guards) {
        if (!guard.exact) {
          if (depends_on_coordinate(program, guard.condition, column_))
            return Refusal{fmt::format("a guard depends on {} other than by a bound", names_[column_]), ray.line};
          if ((evaluator.value(guard.condition) != 0) != guard.wanted) columns = Interval::none();
          continue;
        }
        for (const Affine& constraint : guard.constraints) {
          if (!is_plain(program, constraint)) return Refusal{"a guard is not a small sum of coordinates", ray.line};
          const std::int64_t by = column ? constraint.coefficient(*column) : 0;
          const std::int64_t others = column ? evaluator.rest(constraint, *column) : evaluator.value(constraint);
          if (by > 0) columns.high = std::min(columns.high, floor_div(-others, by));
          else if (by < 0) columns.low = std::max(columns.low, -floor_div(-others, -by));
          else if (others > 0) columns = Interval::none();
        }
      }
      where.push_back(columns.empty() ? Interval::none() : from(columns, least_[column_]));
    }
    return where;
  }

  static bool is_plain(const MoveProgram& program, const Affine& form) {
    return is_of_coordinates(program, form) && !is_beyond(form.constant, kGreatestCoefficient) &&
           std::ranges::all_of(form.terms, [](const auto& term) { return !is_beyond(term.second, kGreatestCoefficient); });
  }

  std::optional<Refusal> add(const MoveProgram& program, const RayFamily& ray) {
    Result<std::vector<Interval>> found = where(program, ray);
    if (!found) return found.refusal();
    const RowMoves::Targets targets{from(ray.targets[axis_], least_[axis_]), from(ray.targets[column_], least_[column_])};
    const std::int64_t by_row = ray.is_single() ? 0 : ray.step[axis_], by_column = ray.is_single() ? 0 : ray.step[column_];
    RowMoves::Move move{.rows = ray.offset[axis_], .columns = ray.offset[column_], .where = *std::move(found)};
    if (std::ranges::any_of(std::array{move.rows, move.columns, by_row, by_column},
                            [](std::int64_t number) { return is_beyond(number, kMostSteps); }))
      return Refusal{"a move leads very far", ray.line};
    if (!ray.is_single() && !ray.most) {
      if (by_row < 0 || by_column < 0 || !leads_back(move))
        return Refusal{"a ray does not lead to lower rows and columns", ray.line};
      const RowMoves::Line line{by_row, by_column, targets};
      move.line = static_cast<std::size_t>(std::ranges::find(moves_.lines, line) - moves_.lines.begin());
      if (move.line == moves_.lines.size()) moves_.lines.push_back(line);
      moves_.along_lines.push_back(std::move(move));
      return std::nullopt;
    }
    move.targets = targets;
    const std::int64_t most = ray.is_single() ? 1 : *ray.most;
    for (std::int64_t k = 0; k < most && move.rows < static_cast<std::int64_t>(moves_.rows); ++k) {
      if (!leads_back(move)) return Refusal{"a move does not lead to lower rows and columns", ray.line};
      if (static_cast<std::int64_t>(moves_.steps.size()) == kMostSteps) return Refusal{"there are too many steps", ray.line};
      moves_.steps.push_back(move);
      move.rows += by_row;
      move.columns += by_column;
      if (std::abs(move.columns) > kFarMove) return Refusal{"a move leads very far", ray.line};
    }
    return std::nullopt;
  }
  static bool leads_back(const RowMoves::Move& move) {
    return move.rows >= 0 && move.columns >= 0 && move.rows + move.columns > 0;
  }

  /// The column beyond all bounds.
  void settle() {
    const auto beyond = [&](Interval columns, std::int64_t reach) {
      if (columns.empty()) return;
      if (is_bound(columns.low)) moves_.settled = std::max(moves_.settled, columns.low + reach);
      if (is_bound(columns.high)) moves_.settled = std::max(moves_.settled, columns.high + 1 + reach);
    };
    for (const RowMoves::Line& line : moves_.lines) beyond(line.targets.columns, 0);
    for (const std::vector<RowMoves::Move>* list : {&moves_.along_lines, &moves_.steps})
      for (const RowMoves::Move& move : *list) {
        beyond(move.targets.columns, move.columns);
        moves_.settled = std::max(moves_.settled, move.columns);
        for (const Interval columns : move.where) beyond(columns, 0);
      }
  }

  const MoveProgram& program_;
  std::size_t axis_, column_;
  std::string names_[2];
  std::int64_t least_[2] = {};
  RowMoves moves_;
};

}  // namespace

Result<RowMoves> find_row_moves(const MoveProgram& program, const Domain& domain, std::size_t axis, Coordinate row) {
  if (domain.is_piles() || domain.dimensions() != 2 || program.dimensions != 2)
    return Refusal{"the table does not have two coordinates"};
  const Axis& rows = domain.axis(axis);
  const Axis& columns = domain.axis(1 - axis);
  if (row < rows.least || row > rows.greatest) return Refusal{fmt::format("{} is never {}", rows.name, row)};
  if (columns.greatest != kGreatestCoordinate) return Refusal{fmt::format("{} has a greatest value", columns.name)};
  if (is_far(columns.least) || is_far(rows.least) || is_far(row) || row - rows.least >= kMostLowerRows)
    return Refusal{fmt::format("there are more than {} rows, or coordinates are very large", kMostLowerRows)};
  if (has_kind(program.body, Statement::Kind::split)) return Refusal{"a move splits the position"};
  try {
    return RowMoveFinder(program, domain, axis, row).run();
  } catch (const Trap&) {
    return Refusal{"a guard may raise an error"};
  }
}

}  // namespace bouton
