#include "engine/position/coordinate_group.h"

#include <algorithm>

namespace bouton {

void sort_coordinates(Position& position) {
  constexpr std::size_t kFew = 12;
  if (position.size() > kFew) {
    std::ranges::sort(position);
    return;
  }
  Coordinate* const all = position.data();
  for (std::size_t i = 1; i < position.size(); ++i) {
    const Coordinate coordinate = all[i];
    std::size_t j = i;
    for (; j > 0 && all[j - 1] > coordinate; --j) all[j] = all[j - 1];
    all[j] = coordinate;
  }
}

void sort_group(Position& position, const std::vector<std::size_t>& group) {
  if (group.size() == position.size()) {
    sort_coordinates(position);
    return;
  }
  std::vector<Coordinate> values;
  for (const std::size_t i : group) values.push_back(position[i]);
  std::ranges::sort(values);
  for (std::size_t k = 0; k < group.size(); ++k) position[group[k]] = values[k];
}

}  // namespace bouton
