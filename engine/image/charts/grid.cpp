#include "engine/image/charts/grid.h"

#include <algorithm>
#include <cmath>

namespace bouton {

Grid lay_out(std::uint64_t across, std::uint64_t up) {
  constexpr double kField = 840;
  Grid grid{.across = across, .up = up};
  grid.shared = (std::max(across, up) + kMostCells - 1) / kMostCells;
  grid.columns = (across + grid.shared - 1) / grid.shared;
  grid.rows = (up + grid.shared - 1) / grid.shared;
  const auto longer = static_cast<double>(std::max(grid.columns, grid.rows));
  const auto shorter = static_cast<double>(std::min(grid.columns, grid.rows));
  const double cell = std::clamp(std::floor(kField / longer), 1.0, 56.0);
  grid.cell_width = grid.cell_height = cell;
  // A strip is widened, so that its rows can be told apart.
  const double wanted = std::clamp(std::floor(longer * cell / 2.4 / shorter), cell, std::max(cell, 40.0));
  if (longer > 3 * shorter) (grid.columns > grid.rows ? grid.cell_height : grid.cell_width) = wanted;
  return grid;
}

}  // namespace bouton
