// How a map of positions lies on pixels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bouton {

struct Grid {
  std::uint64_t across = 0, up = 0;  ///< positions
  std::uint64_t shared = 1;          ///< positions of a row, and of a column, that share a cell
  std::size_t columns = 0, rows = 0;
  double cell_width = 1, cell_height = 1;

  double width() const { return static_cast<double>(columns) * cell_width; }
  double height() const { return static_cast<double>(rows) * cell_height; }
};

/// At most so many cells lie along one side; of more positions several share one.
inline constexpr std::uint64_t kMostCells = 4000;

/// Cells as large as fit a picture of some 840 pixels along its longer side; wider where there are few rows, or columns.
Grid lay_out(std::uint64_t across, std::uint64_t up);

}  // namespace bouton
