#include "engine/misere/quotient/pretending_period.h"

#include <algorithm>

namespace bouton {

std::optional<PretendingPeriod> pretending_period(std::span<const Element> values, const MoveReach& reach) {
  const std::size_t heaps = std::max<std::size_t>(reach.heaps, 1);
  for (std::size_t period = 1; period * heaps + reach.removed <= values.size(); ++period) {
    // The least preperiod for this period, among the values there are.
    std::size_t preperiod = values.size() - period;
    while (preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period]) --preperiod;
    // From heap 1 on, so that a part that is made smaller is not made to vanish.
    const std::size_t checked = heaps * std::max<std::size_t>(preperiod, 1) + heaps * period + reach.removed;
    if (checked <= values.size()) return PretendingPeriod{preperiod, period, checked};
  }
  return std::nullopt;
}

}  // namespace bouton
