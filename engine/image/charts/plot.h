// Pictures of functions: a map of shades, curves and points on it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/image/colour.h"
#include "engine/image/picture.h"
#include "engine/values/outcome.h"

namespace bouton {

/// What is to be drawn; coordinates are values of the axes.
struct Plot {
  struct Axis {
    std::string name;
    double low = 0, high = 1;
  };
  /// A square of the map: the colour of its outcome, or `colour`; where it has a shade (a finite number), that of the shade:
  /// dark for the least one of the map, light for the greatest, in the hue of the outcome if there is one. Else white.
  struct Cell {
    std::optional<Outcome> outcome;
    std::optional<Colour> colour;
    double shade = std::numeric_limits<double>::quiet_NaN();
  };
  struct Curve {
    std::string name;
    std::vector<shape::Dots::Point> points;  ///< those that are not finite, or outside, interrupt it
    bool joined = true;                      ///< by lines; else they are dots
  };

  std::string title, subtitle;
  Axis across, up;
  /// A cell for each pair of whole numbers of the two axes, whose bounds are then whole: row by row from the lowest, each from
  /// the left; no cells where there is no map.
  std::vector<Cell> cells;
  std::string shade_name;  ///< what the shades mean, for the legend
  std::vector<Curve> curves;
};

/// Throws RequestError for an axis that is empty or not finite, and for a map that has not a cell for each pair, or more than
/// 4000 along a side.
Picture plot_picture(const Plot& plot);

}  // namespace bouton
