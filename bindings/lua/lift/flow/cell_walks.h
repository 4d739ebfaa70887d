// The loops over the cells near a cell, and over the edges at a vertex, as lists of what they go through.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position/cell_shape.h"

namespace bouton::lua {

/// What all loops of one kind go through, one after another, each with a 0 behind it: cells, edges, rows are counted from 1.
struct CellWalks {
  std::vector<std::int64_t> starts;  ///< by cell, or by vertex: where its loop begins in the lists below
  std::vector<std::int64_t> first;   ///< the loop's first variable: a row, a cell or an edge
  std::vector<std::int64_t> second;  ///< of a board: a column; else empty
};

/// b:neighbours(row, column): above, left, right and below. g:neighbours(cell): in ascending order. O(size of the lists), which
/// may be that of the cells squared.
CellWalks neighbour_walks(const CellShape& shape);
/// g:edges_at(vertex), of a graph.
CellWalks edge_walks(const CellShape& shape);

}  // namespace bouton::lua
