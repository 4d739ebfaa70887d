#include "engine/table/slabs/slab.h"

#include <algorithm>

namespace bouton {

Box Slab::box(const Box& whole) const {
  Position low(whole.low()), high(whole.high());
  const std::size_t last = whole.dimensions() - 1;
  low[last] = whole.low()[last] + from - halo;
  high[last] = whole.low()[last] + to - 1;
  return {low, high};
}

std::vector<Slab> divide_columns(std::int64_t columns, std::int64_t from, std::int64_t reach, std::size_t count,
                                 std::int64_t unit) {
  const std::int64_t units = (columns - from) / unit;
  const std::int64_t least = std::max<std::int64_t>(1, (reach + unit - 1) / unit);
  const std::int64_t slabs =
      std::clamp<std::int64_t>(units / least, 1, static_cast<std::int64_t>(std::max<std::size_t>(1, count)));
  std::vector<Slab> result;
  std::int64_t at = 0;
  for (std::int64_t i = 1; i <= slabs; ++i) {
    const std::int64_t to = i == slabs ? columns : from + units * i / slabs * unit;
    result.push_back({at, to, i == 1 ? 0 : reach, i == slabs ? 0 : reach});
    at = to;
  }
  return result;
}

}  // namespace bouton
