// Positions of a box, all of one length, kept as one row of numbers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/position/position.h"

namespace bouton {

struct PositionList {
  std::size_t dimensions = 0;
  std::size_t count = 0;
  std::vector<Coordinate> coordinates;

  void add(PositionView position) {
    ++count;
    coordinates.insert(coordinates.end(), position.begin(), position.end());
  }
  PositionView operator[](std::size_t i) const { return {coordinates.data() + i * dimensions, dimensions}; }
};

/// The names of the coordinates of a box's positions: "S", "L", or "a[1]", "a[2]" in a piles game.
inline std::vector<std::string> coordinate_names(const Domain& domain, std::size_t dimensions) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < dimensions; ++i) names.push_back(domain.coordinate_name(i));
  return names;
}

}  // namespace bouton
