// Positions that are cells in states: the squares of a board, the vertices or the edges of a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/position/position.h"

namespace bouton {

/// Which cells there are, and how their states are written. A position is the list of the cells' states, 0 for the first: of a
/// board row by row, of a graph in the order of its vertices or of its edges.
struct CellShape {
  enum class Kind : std::uint8_t { board, vertices, edges };

  Kind kind = Kind::board;
  std::string states = ".X";   ///< a character for each state, no two the same
  std::uint32_t rows = 0;      ///< of a board
  std::uint32_t columns = 0;   ///< of a board
  std::uint32_t vertices = 0;  ///< of a graph
  /// Of a graph: pairs of different vertices, counted from 0, the lesser first.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = {};

  std::uint32_t cells() const;
  bool is_board() const { return kind == Kind::board; }
  /// A cell for people: "b3" for the third row of the second column of a board, else its number counted from 1.
  std::string cell_name(std::uint32_t cell) const;
  /// The cell with that name, whatever the case of its letters.
  std::optional<std::uint32_t> cell_named(std::string_view name) const;

  /// A position as people write it: the states' characters, of a board row by row with '/' between the rows.
  std::string text(PositionView position) const;
  /// The position that such a text means; nothing if it is none.
  std::optional<Position> position(std::string_view text) const;
};

/// The graph that a text names, without states: "path 5", "cycle 6", "grid 3 4", "complete 4", "star 5" (a centre and five
/// leaves), "bipartite 2 3", "tree 1 1 2" (the parents of vertices 2, 3, 4), "random 8 12 1" (vertices, edges, seed), "edges
/// 1-2 2-3" or "edges 4: 1-2 2-3" (with the number of vertices). Throws RequestError for any other text, and for more than 1024
/// vertices or edges.
CellShape graph_named(std::string_view text);

}  // namespace bouton
