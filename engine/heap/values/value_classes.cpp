#include "engine/heap/values/value_classes.h"

#include <algorithm>

#include "engine/values/walsh_hadamard.h"

namespace bouton {
namespace {

/// The last of the least.
Grundy least(const std::vector<std::int64_t>& sums) {
  std::size_t best = 0;
  for (std::size_t mask = 1; mask < sums.size(); ++mask)
    if (sums[mask] <= sums[best]) best = mask;
  return static_cast<Grundy>(best);
}

}  // namespace

ValueClasses fit_classes(const ValueCounts& counts, std::span<const std::uint64_t> removals) {
  // A heap counts 1 if it is rare and -1 if it is common: the transform, for all masks at once.
  std::vector<std::int64_t> sums(counts.even.size());
  std::ranges::transform(counts.even, counts.odd, sums.begin(), std::plus<>());
  walsh_hadamard(sums);
  const Grundy mask = sums.empty() ? 0 : least(sums);
  ValueClasses classes{mask, false, false};
  if (sums.empty() || removals.empty()) return classes;

  const std::uint64_t parity = removals[0] % 2;
  if (std::ranges::any_of(removals, [&](std::uint64_t k) { return k % 2 != parity; })) return classes;
  std::vector<std::int64_t> by_size(counts.even.size());
  std::ranges::transform(counts.even, counts.odd, by_size.begin(),
                         [&](std::int64_t even, std::int64_t odd) { return parity == 0 ? even - odd : odd - even; });
  walsh_hadamard(by_size);
  const Grundy mask_by_size = least(by_size);
  if (by_size[mask_by_size] < sums[mask]) classes = {mask_by_size, true, parity == 1};
  return classes;
}

}  // namespace bouton
