// Periods of the rows of a table of two dimensions, proved by a state that recurs (column_sweep.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/table/row_periods/row_moves.h"
#include "engine/values/nimber.h"

namespace bouton {

/// The state before column first + distance is the state before column `first`, moved up by `growth`: from column `first` on,
/// G(x + distance, y) = G(x, y) + growth for all x and all rows y. Columns are counted from the first one.
struct ColumnRecurrence {
  std::uint64_t first = 0, distance = 0, growth = 0;
  friend bool operator==(const ColumnRecurrence&, const ColumnRecurrence&) = default;
};

/// values[n + period] = values[n] + saltus for all n >= preperiod, for ever.
struct RowPeriod {
  std::uint64_t preperiod = 0, period = 0, saltus = 0;
  friend bool operator==(const RowPeriod&, const RowPeriod&) = default;
};

/// The highest row of some moves, its values and what proves its period.
struct ProvedRow {
  ColumnRecurrence recurrence;
  std::vector<Grundy> values;  ///< of columns 0 to first + distance - 1
  RowPeriod period;            ///< the least one, with the least preperiod
  std::uint64_t work = 0;      ///< words that were looked at: a check looks at as many
};

/// Words that are looked at in a few seconds.
inline constexpr std::uint64_t kRowPeriodWork = 4'000'000'000;

/// Looks for a recurrence among so many columns, or further until so many words were looked at; two states are compared in
/// full. Refused where there is none, or the values of a column lie too far apart for the memory. Cost as in column_sweep.h,
/// up to two and a half times as far as the state first recurs. Throws Interrupted.
Result<ProvedRow> find_row_period(const RowMoves& moves, std::uint64_t columns, const Budget& budget,
                                  std::uint64_t most_work = kRowPeriodWork);

/// Computes all columns anew, and compares the two states in full. Returns the values of the highest row up to the second one;
/// refused, with what is wrong, where the state does not recur so, and where more than `most_work` words would have to be
/// looked at, which is said when the first columns tell how many each of them takes. Throws Interrupted.
Result<std::vector<Grundy>> check_recurrence(const RowMoves& moves, const ColumnRecurrence& recurrence, const Budget& budget,
                                             std::uint64_t most_work = kRowPeriodWork);

/// The least period of the values that a recurrence continues. `values` are those of the columns before first + distance.
RowPeriod least_period(const ColumnRecurrence& recurrence, std::span<const Grundy> values);

/// The value of any column, as the recurrence continues `values`.
std::uint64_t value_at(const ColumnRecurrence& recurrence, std::span<const Grundy> values, std::uint64_t column);

}  // namespace bouton
