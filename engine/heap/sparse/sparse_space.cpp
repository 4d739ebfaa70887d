#include "engine/heap/sparse/sparse_space.h"

#include <algorithm>

namespace bouton {

BlockBits first_heaps(std::size_t count) {
  BlockBits heaps{};
  for (std::size_t i = 0; 64 * i < count; ++i)
    heaps[i] = count - 64 * i >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count - 64 * i)) - 1;
  return heaps;
}

std::vector<Shift> rare_shifts(const SparseSpace& space) {
  std::vector<Shift> shifts;
  shifts.reserve(space.rare.size() * space.moves.two.size());
  for (const Shift& rare : space.rare)
    for (const std::uint64_t k : space.moves.two) shifts.push_back({rare.distance + k, rare.value});
  std::ranges::sort(shifts);
  shifts.erase(std::ranges::unique(shifts).begin(), shifts.end());
  return shifts;
}

}  // namespace bouton
