#include "engine/study/sequence/sequence.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// The cell of a table for what is known of one position.
std::uint32_t cell(Table& table, std::uint64_t index, Solver& solver, const Sum& position) {
  switch (table.kind) {
    case ValueKind::outcome: return static_cast<std::uint32_t>(solver.outcome(position));
    case ValueKind::remoteness: return solver.remoteness(position).value_or(Table::kInfinite);
    case ValueKind::suspense: return solver.suspense(position).value_or(Table::kInfinite);
    case ValueKind::longest: return solver.longest(position).value_or(Table::kInfinite);
    case ValueKind::grundy: break;
  }
  const std::optional<Nimber> nimber = solver.grundy(position);
  if (!nimber) throw RequestError("Grundy values exist under normal play only");
  if (nimber->is_finite()) return static_cast<std::uint32_t>(nimber->value().get_ui());
  table.loopy.emplace(index, *nimber);
  return Table::kInfinite;
}

/// The position that start gives for `number`; nothing if there is none.
std::optional<BigPosition> started(const Game& game, Coordinate number) {
  try {
    return game.rules->domain().is_terms() ? started_position(game, {widen(number)}) : complete_position(game, {widen(number)});
  } catch (const RequestError&) {
    return std::nullopt;
  }
}

/// The values of all starts from one table, where they lie so close together that their box holds little else; else nothing.
std::optional<Table> started_at_once(const Game& game, Solver& solver, const Box& numbers, ValueKind kind,
                                     const Budget& budget) {
  constexpr std::uint64_t kMostCellsAStart = 4;
  std::vector<std::optional<Position>> starts;
  Position low;
  Position high;
  for (Coordinate number = numbers.low()[0]; number <= numbers.high()[0]; ++number) {
    budget.check_stop();
    const std::optional<BigPosition> start = started(game, number);
    starts.push_back(start ? narrow(*start) : std::nullopt);
    if (!starts.back()) {
      if (start) return std::nullopt;
      continue;
    }
    if (low.empty()) low = high = *starts.back();
    for (std::size_t axis = 0; axis < low.size(); ++axis) {
      low[axis] = std::min(low[axis], (*starts.back())[axis]);
      high[axis] = std::max(high[axis], (*starts.back())[axis]);
    }
  }
  if (low.empty()) return std::nullopt;
  const Box box(low, high);
  if (box.size() / kMostCellsAStart > starts.size()) return std::nullopt;
  const Table values = solver.table(box, kind);
  Table table{.box = numbers, .kind = kind, .cells = {}, .loopy = {}};
  for (const std::optional<Position>& start : starts) {
    table.cells.push_back(start ? values.cells[box.index(*start)] : Table::kInvalid);
    if (!start) continue;
    if (const auto loopy = values.loopy.find(box.index(*start)); loopy != values.loopy.end())
      table.loopy.emplace(table.cells.size() - 1, loopy->second);
  }
  return table;
}

Table started_sequence(const Game& game, Solver& solver, Coordinate last, ValueKind kind, const Budget& budget) {
  const bool terms = game.rules->domain().is_terms();
  const Coordinate first = terms ? 0 : game.rules->domain().axis(0).least;
  Table table{.box = Box({first}, {last}), .kind = kind, .cells = {}, .loopy = {}};
  if (table.box.size() > budget.memory / sizeof(std::uint32_t))
    budget.check_memory(~std::size_t{0}, "a sequence of this length");
  if (std::optional<Table> found = terms ? std::nullopt : started_at_once(game, solver, table.box, kind, budget))
    return *std::move(found);
  // The last start first: what lies below it is known then, and others often lie there.
  table.cells.assign(table.box.size(), Table::kInvalid);
  for (std::uint64_t index = table.cells.size(); index-- > 0;) {
    budget.check_stop();
    budget.report("heaps", table.cells.size() - 1 - index, table.cells.size(), Progress::kUnknownGrowth);
    if (const std::optional<BigPosition> position = started(game, first + static_cast<Coordinate>(index)))
      table.cells[index] = cell(table, index, solver, {{0, *position}});
  }
  return table;
}

/// The values of starts that are on a board or a graph each of its own. A number is no position where it is refused, or where
/// the rule raises an error before the first that is one: a board of no columns.
Table numbered_sequence(const Game& game, Coordinate last, ValueKind kind, const Budget& budget) {
  Table table{.box = Box({0}, {last}), .kind = kind, .cells = {}, .loopy = {}};
  budget.check_memory(sizeof(std::uint32_t) * std::min<std::uint64_t>(table.box.size(), budget.memory),
                      "a sequence of this length");
  bool began = false;
  for (Coordinate number = 0; number <= last; ++number) {
    budget.check_stop();
    budget.report("heaps", table.cells.size(), table.box.size(), Progress::kUnknownGrowth);
    std::optional<GamePosition> start;
    try {
      start = numbered_start(game, number);
    } catch (const RequestError&) {
    } catch (const RuleError&) {
      if (began) throw;
    }
    began = began || start;
    if (!start) {
      table.cells.push_back(Table::kInvalid);
      continue;
    }
    Solver solver({start->game->rules}, budget);
    table.cells.push_back(cell(table, table.cells.size(), solver, {{0, start->position}}));
  }
  return table;
}

}  // namespace

Table heap_sequence(const Game& game, Solver& solver, Coordinate last, ValueKind kind, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (has_numbered_starts(game)) return numbered_sequence(game, last, kind, budget);
  if (!domain.is_piles() && domain.dimensions() == 1) return solver.table(Box({domain.axis(0).least}, {last}), kind);
  if ((!domain.is_piles() || domain.is_terms()) && game.start_arity == 1)
    return started_sequence(game, solver, last, kind, budget);
  throw RequestError(fmt::format("a sequence is of games of one heap; {} has the coordinates {}{}", game.name, domain.names(),
                                 domain.is_piles() ? "" : "; a row of it needs all but one of them fixed"));
}

Table row_sequence(const Game& game, Solver& solver, const std::map<std::size_t, Coordinate>& fixed, Coordinate last,
                   ValueKind kind) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || fixed.size() + 1 != domain.dimensions())
    throw RequestError(fmt::format("a row leaves one coordinate free; {} has the coordinates {}, and {} fixed", game.name,
                                   domain.names(), fixed.size() == 1 ? "one is" : fmt::format("{} are", fixed.size())));
  Position low;
  Position high;
  std::size_t free = 0;
  for (std::size_t i = 0; i < domain.dimensions(); ++i) {
    const auto value = fixed.find(i);
    if (value == fixed.end()) free = i;
    low.push_back(value == fixed.end() ? domain.axis(i).least : value->second);
    high.push_back(value == fixed.end() ? last : value->second);
  }
  Table table = solver.table(Box(low, high), kind);
  table.box = Box({low[free]}, {high[free]});
  return table;
}

}  // namespace bouton
