#include "engine/conjecture/recurring.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/conjecture/evidence.h"
#include "engine/heap/period/period.h"

namespace bouton {

std::string RecurringValues::words() const {
  std::string text = fmt::format("have period {}", period);
  if (saltus != 0) text += fmt::format(" and saltus {}", saltus);
  return text + fmt::format(" from {} on", preperiod);
}

std::optional<RecurringValues> recurrence_of(std::span<const std::uint32_t> values) {
  constexpr std::size_t kFewest = 24;
  const std::span<const std::uint32_t> half = values.first(values.size() / 2);
  if (half.size() < kFewest || std::ranges::find(half, ValueGrid::kNone) != half.end()) return std::nullopt;
  const std::optional<Period> period = observe_period(half);
  if (!period) return std::nullopt;
  RecurringValues found{period->preperiod, period->period, period->saltus, values.size() - 1};
  for (std::size_t n = half.size(); n < values.size(); ++n) {
    if (values[n] != ValueGrid::kNone &&
        static_cast<std::int64_t>(values[n]) == static_cast<std::int64_t>(values[n - found.period]) + found.saltus)
      continue;
    found.holds_to = n - 1;
    break;
  }
  return found;
}

}  // namespace bouton
