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
  std::string graph;  ///< the text that names the graph

  // What is part of the position, so that the rules are those of a game on each board, or on each graph.
  bool any_rows = false;
  bool any_columns = false;
  bool any_graph = false;
  bool is_part_of_position() const { return any_rows || any_columns || any_graph; }

  std::uint32_t cells() const;
  bool is_board() const { return kind == Kind::board; }
  /// A cell for people: "b3" for the third row of the second column of a board, else its number counted from 1.
  std::string cell_name(std::uint32_t cell) const;
  /// The cell with that name, whatever the case of its letters.
  std::optional<std::uint32_t> cell_named(std::string_view name) const;

  /// The position in which all cells are in state 0.
  Position empty() const { return Position(std::vector<Coordinate>(cells(), 0)); }
  /// A position as people write it: the states' characters, of a board row by row with '/' between the rows. Where the graph
  /// is part of the position, its name and '=' come first: "cycle 5 = ..X..".
  std::string text(PositionView position) const;
  /// Passes that text on piece by piece: `state(i)` is the state of cell i, `put` takes a std::string_view.
  template <class State, class Put>
  void spell(State state, Put put) const {
    if (any_graph) {
      put(std::string_view(graph));
      put(std::string_view(" = "));
    }
    for (std::uint32_t i = 0; i < cells(); ++i) {
      if (is_board() && i > 0 && i % columns == 0) put(std::string_view("/"));
      put(std::string_view(states).substr(static_cast<std::size_t>(state(i)), 1));
    }
  }
  /// What such a text means, which may lack the graph, or have nothing but the graph, or the size, "5x8": no state but 0.
  std::optional<Position> position(std::string_view text) const;
  /// The shape of the positions that `text` is one of, where that is part of the position; nothing if it is none. Throws
  /// RequestError for what begins as a graph and is none.
  std::optional<CellShape> shape_of(std::string_view text) const;

  static constexpr std::uint32_t kMostCells = 1024;
};

/// The graph that a text names, without states: "path 5", "cycle 6", "grid 3 4", "complete 4", "star 5" (a centre and five
/// leaves), "bipartite 2 3", "tree 1 1 2" (the parents of vertices 2, 3, 4), "random 8 12 1" (vertices, edges, seed), "edges
/// 1-2 2-3" or "edges 4: 1-2 2-3" (with the number of vertices). Throws RequestError for any other text, and for more than 1024
/// vertices or edges.
CellShape graph_named(std::string_view text);

}  // namespace bouton
