#include "engine/study/discovery/rows_of_table.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace bouton {
namespace {

constexpr Coordinate kFirstRows = 6;
/// Fewer rows than these say nothing.
constexpr std::size_t kFewestRowsCompared = 3;
/// Of one row: a tenth of a second.
constexpr std::uint64_t kMostWork = 100'000'000;

std::vector<PeriodicRow> first_rows(const Rules& rules, std::size_t axis, const Budget& budget) {
  std::vector<PeriodicRow> rows;
  const Axis& numbers = rules.domain().axis(axis);
  for (Coordinate row = numbers.least; row < numbers.least + kFirstRows && row <= numbers.greatest; ++row) {
    Result<PeriodicRow> found = prove_row(rules, {{axis, row}}, 0, budget, kMostWork);
    if (!found) break;
    rows.push_back(*std::move(found));
  }
  return rows;
}

/// Whether they have the same values, as far as these are known.
bool are_same(const std::vector<PeriodicRow>& a, const std::vector<PeriodicRow>& b) {
  return std::ranges::equal(a, b, [](const PeriodicRow& one, const PeriodicRow& other) { return one.values == other.values; });
}

PeriodicRows stated(const Domain& domain, std::size_t axis, const std::vector<PeriodicRow>& rows, bool both_ways) {
  PeriodicRows stated{.axis = axis, .both_ways = both_ways, .rows = {}, .statement = ""};
  const std::string name = domain.coordinate_name(axis), along = domain.coordinate_name(1 - axis);
  const auto least = domain.axis(1 - axis).least;
  std::string list;
  std::uint64_t preperiod = 0, period = 0;
  for (const PeriodicRow& row : rows) {
    const RowPeriod& found = row.proof.period;
    preperiod = std::max(preperiod, found.preperiod);
    period = std::max(period, found.period);
    list += fmt::format("{}{} = {}: period {}{} from {} on", list.empty() ? "" : "; ", name, row.proof.row, found.period,
                        found.saltus == 0 ? "" : fmt::format(", saltus {},", found.saltus),
                        least + static_cast<Coordinate>(found.preperiod));
    stated.rows.push_back(row.proof);
  }
  stated.statement = fmt::format(
      "for {} = {}, ..., {} the Grundy values are periodic in {}, from {} on at the latest, with periods up to {} ({})", name,
      rows.front().proof.row, rows.back().proof.row, along, least + static_cast<Coordinate>(preperiod), period, list);
  if (both_ways) stated.statement += fmt::format(", and with {} and {} exchanged", name, along);
  return stated;
}

}  // namespace

std::vector<PeriodicRows> prove_rows_of_table(const Rules& rules, const Budget& budget) {
  const Domain& domain = rules.domain();
  std::vector<PeriodicRows> proved;
  if (domain.is_piles() || domain.dimensions() != 2) return proved;
  const std::vector<PeriodicRow> rows = first_rows(rules, 0, budget), columns = first_rows(rules, 1, budget);
  const bool same = are_same(rows, columns);
  if (rows.size() >= kFewestRowsCompared) proved.push_back(stated(domain, 0, rows, same));
  if (columns.size() >= kFewestRowsCompared && !same) proved.push_back(stated(domain, 1, columns, false));
  return proved;
}

}  // namespace bouton
