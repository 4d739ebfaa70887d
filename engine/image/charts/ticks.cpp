#include "engine/image/charts/ticks.h"

#include <limits>

#include "engine/base/wide.h"

namespace bouton {
namespace {

/// The least multiple of `step` that is not below `low`.
Wide first_multiple(std::int64_t low, Wide step) {
  const Wide rest = (low % step + step) % step;
  return rest == 0 ? Wide{low} : low - rest + step;
}

}  // namespace

std::vector<std::int64_t> ticks(std::int64_t low, std::int64_t high, std::size_t most) {
  for (Wide ten = 1; ten <= Wide{std::numeric_limits<std::int64_t>::max()}; ten *= 10) {
    for (const int digit : {1, 2, 5}) {
      const Wide step = ten * digit;
      const Wide first = first_multiple(low, step);
      if (first > high) return {low + static_cast<std::int64_t>((Wide{high} - low) / 2)};
      if ((high - first) / step + 1 > static_cast<Wide>(most)) continue;
      std::vector<std::int64_t> marks;
      for (Wide mark = first; mark <= high; mark += step) marks.push_back(static_cast<std::int64_t>(mark));
      return marks;
    }
  }
  return {low};
}

}  // namespace bouton
