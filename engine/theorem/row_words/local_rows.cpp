#include "engine/theorem/row_words/local_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/program/analysis/move_families.h"
#include "engine/program/analysis/traps.h"
#include "engine/table/shape/region.h"

namespace bouton {
namespace {

/// Numbers of the region in which moves are looked for.
constexpr Coordinate kFar = Coordinate{1} << 29;
constexpr std::size_t kMostMoves = 64;
constexpr Coordinate kMostSettled = 4096;

/// Whether ranges may be taken for those of numbers without end: no operation takes an end that stands for "no end" for a
/// number.
bool are_of_all_numbers(const MoveProgram& program) {
  return std::ranges::none_of(program.expressions, [](const Expression& e) { return e.op == Op::shift_right; });
}

}  // namespace

Result<RowShiftRules> row_shift_rules(const Rules& rules) {
  const Domain& domain = rules.domain();
  if (domain.is_piles() || domain.dimensions() != 2) return Refusal{"there are not two coordinates"};
  if (rules.play() == Play::by_position) return Refusal{"the terminal position decides who wins"};
  const Lifting lifting = rules.unbounded_lifting(2);
  if (lifting.moves == nullptr) return Refusal{"the moves are not known as a program"};
  if (lifting.valid != nullptr || !lifting.valid_refusal.empty()) return Refusal{"not every position is valid"};
  const MoveProgram& program = *lifting.moves;
  if (has_kind(program.body, Statement::Kind::split)) return Refusal{"a move splits the position"};
  if (!are_of_all_numbers(program)) return Refusal{"bits are shifted"};
  std::vector<Interval> all;
  Position low, high;
  for (std::size_t i = 0; i < 2; ++i) {
    const Axis& axis = domain.axis(i);
    if (axis.least < -kFar || axis.least > kFar) return Refusal{"a coordinate is very large"};
    all.push_back({axis.least, axis.greatest == kGreatestCoordinate ? kUnbounded : axis.greatest});
    low.push_back(axis.least);
    high.push_back(std::min(axis.greatest, axis.least + kFar));
  }
  const Ranges ranges = bouton::ranges(program, all);
  if (trap_program(program, ranges).may_trap) return Refusal{"the moves may raise an error"};
  const Result<MoveFamilies> families = move_families(program);
  if (!families) return families.refusal();
  const Result<Region> region = find_region(program, domain, Box(low, high));
  if (!region) return region.refusal();
  for (const OptionRange& option : ranges.options)
    if (std::ranges::find(region->ranges.options, option.statement, &OptionRange::statement) == region->ranges.options.end())
      return Refusal{"a move exists only at very large positions", option.statement->line};
  Result<RowShifts> shifts = find_row_shifts(*families, *region);
  if (!shifts) return shifts.refusal();
  const std::size_t axis = shifts->axis;
  if (domain.axis(axis).greatest != kGreatestCoordinate) return Refusal{"the rows have an end"};
  const Axis& rows = domain.axis(1 - axis);
  return RowShiftRules{*std::move(shifts), domain.axis(axis).least, rows.least, rows.greatest,
                       rules.play(),       checksum_of(program)};
}

Result<LocalRows> local_rows(const RowShiftRules& rules, Coordinate first, std::size_t count) {
  LocalRows local{.first = first, .rows = {}, .settled = rules.least_along, .play = rules.play};
  const Coordinate last = std::min(rules.greatest, first + static_cast<Coordinate>(count) - 1);
  for (Coordinate row = first; row <= last; ++row) {
    const std::optional<std::vector<RowMove>> moves = row_moves(rules.shifts, Position{row}, kMostMoves);
    if (!moves) return Refusal{fmt::format("row {} has too many moves, or raises an error", row)};
    LocalRows::Row& found = local.rows.emplace_back();
    for (const RowMove& move : *moves) {
      if (move.where.empty() || move.where.high < rules.least_along) continue;
      const bool ends = move.where.high < kUnbounded;
      const Coordinate from = std::max(move.where.low, rules.least_along);
      if (from - move.shift < rules.least_along || move.row[0] < rules.least || move.row[0] > rules.greatest)
        return Refusal{"an option may leave the domain"};
      local.settled = std::max(local.settled, ends ? move.where.high + 1 : from);
      if (ends) continue;
      found.has_options = true;
      if (move.row[0] < first || move.row[0] > last) found.complete = false;
      else found.options.push_back({static_cast<std::size_t>(move.row[0] - first), move.shift});
    }
  }
  if (local.settled > rules.least_along + kMostSettled) return Refusal{"the moves change for very long"};
  return local;
}

LocalDeduction::LocalDeduction(const LocalRows& rows, std::int64_t left, std::int64_t right)
    : rows_(&rows), left_(left), right_(right), width_(static_cast<std::size_t>(left + right + 1)) {
  cells_.assign(rows.rows.size() * width_, Cell::unknown);
  for (std::size_t row = 0; row < rows.rows.size(); ++row)
    for (std::int64_t column = -left_; !rows.rows[row].has_options && column <= right_; ++column)
      set({row, column}, terminal_outcome(rows.play) == Outcome::P ? Cell::p : Cell::n);
}

std::optional<Outcome> LocalDeduction::at(std::size_t row, std::int64_t column) const {
  const Cell known = cell({row, column});
  if (known == Cell::unknown) return std::nullopt;
  return known == Cell::p ? Outcome::P : Outcome::N;
}

bool LocalDeduction::assume(std::size_t row, std::int64_t column, Outcome outcome) {
  return set({row, column}, outcome == Outcome::P ? Cell::p : Cell::n) && close();
}

/// The position itself and all that have it as an option are looked at again.
bool LocalDeduction::set(const Place& place, Cell outcome) {
  Cell& known = cell(place);
  if (known == outcome) return true;
  if (known != Cell::unknown) return false;
  known = outcome;
  ++known_;
  pending_.push_back(place);
  for (std::size_t row = 0; row < rows_->rows.size(); ++row)
    for (const LocalRows::Option& option : rows_->rows[row].options)
      if (option.row == place.row && contains(place.column + option.shift))
        pending_.push_back({row, place.column + option.shift});
  return true;
}

bool LocalDeduction::conclude(const Place& place) {
  const LocalRows::Row& row = rows_->rows[place.row];
  if (!row.has_options) return true;
  bool some_p = false, all_here = row.complete;
  std::optional<Place> open;
  std::size_t open_count = 0;
  for (const LocalRows::Option& option : row.options) {
    const Place to{option.row, place.column - option.shift};
    if (!contains(to.column)) {
      all_here = false;
      continue;
    }
    const Cell known = cell(to);
    some_p = some_p || known == Cell::p;
    if (known != Cell::unknown || (open && open->row == to.row && open->column == to.column)) continue;
    open = to;
    ++open_count;
  }
  if (some_p && !set(place, Cell::n)) return false;
  if (!some_p && all_here && open_count == 0 && !set(place, Cell::p)) return false;
  if (cell(place) == Cell::p) {
    for (const LocalRows::Option& option : row.options)
      if (const Place to{option.row, place.column - option.shift}; contains(to.column) && !set(to, Cell::n)) return false;
  }
  return cell(place) != Cell::n || some_p || !all_here || open_count != 1 || set(*open, Cell::p);
}

bool LocalDeduction::close() {
  while (!pending_.empty()) {
    const Place place = pending_.back();
    pending_.pop_back();
    if (!conclude(place)) return false;
  }
  return true;
}

}  // namespace bouton
