// The periods of the first rows, or columns, of a table of two coordinates: each is found in the first half of its row.
#include <algorithm>

#include <fmt/format.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/recurring.h"

namespace bouton {
namespace {

/// Rows of this many numbers that are not periodic say nothing.
constexpr std::size_t kFewestRows = 3;

/// The strip with its short side first.
struct Rows {
  const ValueGrid& strip;
  std::size_t short_side;  ///< the coordinate that is the same in a row

  std::size_t count() const { return strip.lengths[short_side]; }
  std::vector<std::uint32_t> row(std::size_t number) const {
    std::vector<std::uint32_t> values;
    std::vector<std::size_t> indices(2);
    indices[short_side] = number;
    for (std::size_t i = 0; i < strip.lengths[1 - short_side]; ++i) {
      indices[1 - short_side] = i;
      values.push_back(strip.at(indices));
    }
    return values;
  }
};

std::optional<Conjecture> rows_conjecture(const TableEvidence& evidence, const Rows& rows) {
  const std::size_t s = rows.short_side, l = 1 - s;
  const std::size_t length = rows.strip.lengths[l];
  Conjecture conjecture;
  conjecture.found_to = evidence.low[l] + static_cast<Coordinate>(length / 2) - 1;
  conjecture.check.holds_to = evidence.low[l] + static_cast<Coordinate>(length) - 1;
  std::string list;
  std::uint64_t preperiod = 0, period = 0;
  std::size_t count = 0;
  for (; count < rows.count(); ++count) {
    const std::optional<RecurringValues> found = recurrence_of(rows.row(count));
    if (!found) break;
    preperiod = std::max(preperiod, found->preperiod);
    period = std::max(period, found->period);
    list += fmt::format("{}{} = {}: period {}{} from {} on", list.empty() ? "" : "; ", evidence.names[s],
                        evidence.low[s] + static_cast<Coordinate>(count), found->period,
                        found->saltus == 0 ? "" : fmt::format(", saltus {},", found->saltus),
                        evidence.low[l] + static_cast<Coordinate>(found->preperiod));
    conjecture.check.positions += length - length / 2;
    const Coordinate holds_to = evidence.low[l] + static_cast<Coordinate>(found->holds_to);
    if (holds_to >= conjecture.check.holds_to) continue;
    conjecture.check.holds_to = holds_to;
    conjecture.check.failure = Position{0, 0};
    (*conjecture.check.failure)[s] = evidence.low[s] + static_cast<Coordinate>(count);
    (*conjecture.check.failure)[l] = holds_to + 1;
  }
  if (count < kFewestRows) return std::nullopt;
  conjecture.statement = fmt::format(
      "for {} = {}, ..., {} the {} are periodic in {}, from {} on at the latest, with periods up to {} ({})", evidence.names[s],
      evidence.low[s], evidence.low[s] + static_cast<Coordinate>(count) - 1, evidence.grundy ? "Grundy values" : "outcomes",
      evidence.names[l], evidence.low[l] + static_cast<Coordinate>(preperiod), period, list);
  return conjecture;
}

}  // namespace

std::vector<Conjecture> periodic_rows(const TableEvidence& evidence) {
  std::vector<Conjecture> found;
  for (std::size_t i = 0; i < evidence.strips.size(); ++i)
    if (!evidence.strips[i].empty())
      if (std::optional<Conjecture> conjecture = rows_conjecture(evidence, {evidence.strips[i], i}))
        found.push_back(*std::move(conjecture));
  return found;
}

}  // namespace bouton
