// Positions of a box, all of one length, kept as one row of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bindings/output/sink/output.h"
#include "engine/position/box.h"
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

/// One position of a list as CSV, after a header of their names.
void write_csv_position(Sink& out, PositionView position);
/// {"game","low","high","count","positions"}
void write_json(Sink& out, const PositionList& positions, const Box& box, std::string_view game);

}  // namespace bouton
