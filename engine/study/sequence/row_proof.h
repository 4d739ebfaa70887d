// Periods of rows that are proved from the moves of a rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/heap/period/period.h"
#include "engine/rules/rules.h"
#include "engine/table/row_periods/row_certificate.h"
#include "engine/values/table.h"

namespace bouton {

/// A row whose period is proved, with its values as far as the proof needs them.
struct PeriodicRow {
  RowProof proof;
  std::vector<Grundy> values;  ///< from the least value of the open coordinate on

  /// Counted from the row's first value.
  Period period() const;
  /// The values from `low`, the open coordinate's least value, to `last`. Throws LimitError where one does not fit into a
  /// table, Interrupted.
  Table table(Coordinate low, Coordinate last, const Budget& budget) const;
};

/// Looks for a proof that the Grundy values of a row (row_sequence) are periodic, by its first `columns` values, or more until
/// `most_work` words were looked at. Refused, with the line, where the rule is not made of rays and bounded steps to the row
/// itself and lower ones, or where no state recurs. Throws Interrupted.
Result<PeriodicRow> prove_row(const Rules& rules, const std::map<std::size_t, Coordinate>& fixed, std::uint64_t columns,
                              const Budget& budget, std::uint64_t most_work = kRowPeriodWork);

/// Checks the proof of a certificate again, without a search: all columns are computed anew up to where the state recurs, by
/// the moves of the rules, and small ones by the rule as it is written. Nothing where all holds, else what is wrong. Throws
/// RuleError, LimitError, Interrupted.
std::optional<std::string> disproved(const RowCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget);

}  // namespace bouton
