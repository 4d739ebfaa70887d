#include "engine/study/sequence/formula_period.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/method/solvers/formulas.h"

namespace bouton {
namespace {

/// The position that start gives for `number`, where it is that number and others.
std::optional<BigPosition> start_at(const Game& game, Coordinate number) {
  try {
    BigPosition position = complete_position(game, {widen(number)});
    if (position[0] != widen(number)) return std::nullopt;
    return position;
  } catch (const RequestError&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Period> formula_period(const Game& game, const BigPosition& at, std::size_t axis, ValueKind kind,
                                     const Budget& budget, std::uint64_t most) {
  Formulas formulas({game.rules}, budget);
  const Result<ClosedForm*> form = formulas.form(0);
  if (!form) return std::nullopt;
  const std::optional<PeriodAlong> found = (*form)->period_along(axis, at, kind, most);
  if (!found) return std::nullopt;
  const auto least = static_cast<std::uint64_t>(std::max<Coordinate>(game.rules->domain().axis(axis).least, 0));
  return Period{.preperiod = found->preperiod > least ? found->preperiod - least : 0,
                .period = found->period,
                .saltus = 0,
                .proved = true,
                .theorem = std::string(PeriodTheorem{PeriodTheorem::Kind::window}.name()),
                .checked_to = found->looked_at};
}

namespace {

/// The first of the starts of the numbers between two, where it is the number and what the last has besides.
std::optional<BigPosition> start_of_row(const Game& game, Coordinate from, Coordinate to) {
  if (game.rules->domain().is_piles() || game.start_arity != std::size_t{1}) return std::nullopt;
  std::optional<BigPosition> first = start_at(game, from);
  const std::optional<BigPosition> last = start_at(game, to);
  // What start adds has to be the same for every number.
  if (!first || !last || !std::equal(first->begin() + 1, first->end(), last->begin() + 1, last->end())) return std::nullopt;
  return first;
}

}  // namespace

std::optional<BigPosition> start_of_row(const Game& game) {
  if (game.rules->domain().is_piles()) return std::nullopt;
  constexpr Coordinate kApart = 1000;
  const Axis& axis = game.rules->domain().axis(0);
  return start_of_row(game, axis.least, axis.greatest - kApart < axis.least ? axis.greatest : axis.least + kApart);
}

std::optional<Period> started_period(const Game& game, ValueKind kind, const Budget& budget, std::uint64_t most) {
  const std::optional<BigPosition> first = start_of_row(game);
  return first ? formula_period(game, *first, 0, kind, budget, most) : std::nullopt;
}

std::optional<Period> started_period(const Game& game, const Table& sequence, const Budget& budget) {
  const std::optional<BigPosition> first = start_of_row(game, sequence.box.low()[0], sequence.box.high()[0]);
  return first ? formula_period(game, *first, 0, sequence.kind, budget) : std::nullopt;
}

std::optional<Period> row_period(const Game& game, const std::map<std::size_t, Coordinate>& fixed, const Table& row,
                                 const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (!domain.is_piles()) {
    std::size_t axis = 0;
    BigPosition at;
    for (std::size_t i = 0; i < domain.dimensions(); ++i) {
      const auto value = fixed.find(i);
      if (value == fixed.end()) axis = i;
      at.push_back(widen(value == fixed.end() ? domain.axis(i).least : value->second));
    }
    if (std::optional<Period> proved = formula_period(game, at, axis, row.kind, budget)) return proved;
  }
  if (std::ranges::find(row.cells, Table::kInvalid) != row.cells.end() || !row.loopy.empty()) return std::nullopt;
  return observe_period(row.cells);
}

}  // namespace bouton
