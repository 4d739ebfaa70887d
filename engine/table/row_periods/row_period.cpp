#include "engine/table/row_periods/row_period.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/table/row_periods/column_sweep.h"

namespace bouton {
namespace {

/// A state is kept for so many columns, or half as many as there were before it.
constexpr std::uint64_t kLeastWait = 16;
/// Columns after which it is said how many there are.
constexpr std::uint64_t kReported = 4096;
/// So many columns tell what a column takes.
constexpr std::uint64_t kTelling = 1024;

/// A state, with the values of the column before it: those are compared first.
struct Kept {
  std::uint64_t column = 0, base = 0;
  std::vector<Grundy> values;
  std::vector<std::uint64_t> state;

  static Kept of(const ColumnSweep& sweep) {
    return {sweep.columns(), sweep.base(), {sweep.values().begin(), sweep.values().end()}, sweep.state()};
  }
  bool recurs(const ColumnSweep& sweep) const {
    const std::span<const Grundy> now = sweep.values();
    for (std::size_t row = 1; row < now.size(); ++row)
      if (now[row] - now[0] != values[row] - values[0]) return false;
    return sweep.base() - base == now[0] - values[0] && sweep.state() == state;
  }
};

/// Whether values[n + period] = values[n] + saltus from the recurrence's first column on.
bool is_period(const ColumnRecurrence& recurrence, std::span<const Grundy> values, std::uint64_t period, std::uint64_t saltus) {
  for (std::uint64_t n = recurrence.first; n < recurrence.first + recurrence.distance; ++n)
    if (value_at(recurrence, values, n + period) != values[n] + saltus) return false;
  return true;
}

}  // namespace

std::uint64_t value_at(const ColumnRecurrence& recurrence, std::span<const Grundy> values, std::uint64_t column) {
  if (column < values.size()) return values[column];
  const std::uint64_t times = (column - recurrence.first) / recurrence.distance;
  return values[column - times * recurrence.distance] + times * recurrence.growth;
}

RowPeriod least_period(const ColumnRecurrence& recurrence, std::span<const Grundy> values) {
  // The periods of a sequence are the multiples of the least one.
  RowPeriod least{recurrence.first, recurrence.distance, recurrence.growth};
  for (std::uint64_t factor = 2; factor <= least.period; ++factor)
    while (least.period % factor == 0 && least.saltus % factor == 0 &&
           is_period(recurrence, values, least.period / factor, least.saltus / factor)) {
      least.period /= factor;
      least.saltus /= factor;
    }
  while (least.preperiod > 0 &&
         value_at(recurrence, values, least.preperiod - 1 + least.period) == values[least.preperiod - 1] + least.saltus)
    --least.preperiod;
  return least;
}

Result<ProvedRow> find_row_period(const RowMoves& moves, std::uint64_t columns, const Budget& budget, std::uint64_t most_work) {
  const std::size_t memory = budget.memory / 2;
  if (ColumnSweep::bytes(moves) > memory) return Refusal{"what decides later columns takes too much memory"};
  ColumnSweep sweep(moves, memory);
  ProvedRow found;
  std::optional<Kept> kept;
  std::uint64_t next = 0;
  while (sweep.columns() < columns || sweep.work() < most_work) {
    budget.check_stop_at(sweep.columns() * moves.rows);
    if (found.values.size() >= memory / sizeof(Grundy) || !sweep.advance())
      return Refusal{fmt::format("the values of {} columns and {} rows take too much memory", sweep.columns(), moves.rows)};
    found.values.push_back(sweep.values().back());
    if (sweep.columns() % kReported == 0) budget.report("columns", sweep.columns(), 0);
    if (!sweep.has_state()) continue;
    if (kept && kept->recurs(sweep)) {
      found.recurrence = {kept->column, sweep.columns() - kept->column, sweep.base() - kept->base};
      found.period = least_period(found.recurrence, found.values);
      found.work = sweep.work();
      return found;
    }
    if (sweep.columns() < next) continue;
    kept = Kept::of(sweep);
    next = sweep.columns() + std::max(kLeastWait, sweep.columns() / 2);
  }
  return Refusal{fmt::format("the state of {} rows does not recur within {} columns", moves.rows, sweep.columns())};
}

Result<std::vector<Grundy>> check_recurrence(const RowMoves& moves, const ColumnRecurrence& recurrence, const Budget& budget,
                                             std::uint64_t most_work) {
  const std::size_t memory = budget.memory / 2;
  if (recurrence.distance == 0) return Refusal{"a period must be at least 1"};
  const std::uint64_t most = memory / sizeof(Grundy);
  if (ColumnSweep::bytes(moves) > memory || recurrence.first > most || recurrence.distance > most - recurrence.first)
    return Refusal{"the proof takes too much memory"};
  ColumnSweep sweep(moves, memory);
  std::vector<Grundy> values;
  const std::uint64_t last = recurrence.first + recurrence.distance;
  const auto is_too_much = [&] {
    return sweep.work() > most_work ||
           (sweep.columns() == kTelling && sweep.work() / kTelling > most_work / std::max(last, kTelling));
  };
  const auto advance = [&](std::uint64_t columns) -> std::optional<Refusal> {
    while (sweep.columns() < columns) {
      budget.check_stop_at(sweep.columns() * moves.rows);
      if (!sweep.advance()) return Refusal{"the values take too much memory"};
      values.push_back(sweep.values().back());
      if (is_too_much())
        return Refusal{fmt::format("the values of {} columns take more work than a proof of so few lines may ask for", last)};
    }
    return std::nullopt;
  };
  if (std::optional<Refusal> refusal = advance(recurrence.first)) return *std::move(refusal);
  if (!sweep.has_state()) return Refusal{fmt::format("before column {} the rules still change", recurrence.first)};
  const std::vector<std::uint64_t> state = sweep.state();
  const std::uint64_t base = sweep.base();
  if (std::optional<Refusal> refusal = advance(last)) return *std::move(refusal);
  if (sweep.base() - base != recurrence.growth || sweep.state() != state)
    return Refusal{fmt::format("the state before column {} is not the one before column {}, {} greater", last, recurrence.first,
                               recurrence.growth)};
  return values;
}

}  // namespace bouton
