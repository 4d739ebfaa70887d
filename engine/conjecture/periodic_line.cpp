// The period that the first half of a sequence shows, looked at in the second half.
#include <algorithm>

#include <fmt/format.h>

#include "engine/conjecture/kinds.h"
#include "engine/conjecture/recurring.h"

namespace bouton {

std::vector<Conjecture> periodic_line(const TableEvidence& evidence) {
  const std::optional<RecurringValues> found = recurrence_of(evidence.line);
  if (!found) return {};
  Conjecture conjecture;
  conjecture.statement = fmt::format("the {} of heaps {}", evidence.grundy ? "Grundy values" : "outcomes", found->words());
  conjecture.found_to = static_cast<Coordinate>(evidence.line.size() / 2) - 1;
  conjecture.check.positions = evidence.line.size() - evidence.line.size() / 2;
  conjecture.check.holds_to = static_cast<Coordinate>(found->holds_to);
  if (found->holds_to + 1 < evidence.line.size())
    conjecture.check.failure = Position{static_cast<Coordinate>(found->holds_to + 1)};
  return {std::move(conjecture)};
}

}  // namespace bouton
