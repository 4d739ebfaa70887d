// Pictures of graphs of positions: positions as boxes, moves as arrows.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/image/picture.h"
#include "engine/values/outcome.h"

namespace bouton {

struct DrawnGraph {
  struct Node {
    std::string text;   ///< the position, in a line
    std::string value;  ///< what stands below it; empty: nothing
    Outcome outcome = Outcome::P;
  };
  struct Edge {
    std::size_t from = 0, to = 0;  ///< nodes by number
    std::string label;
  };
  std::string title;
  std::vector<Node> nodes;  ///< node 0 is the start
  std::vector<Edge> edges;
};

/// Graphs of more positions are not drawn.
inline constexpr std::size_t kMostDrawnNodes = 150;

/// P-positions have the colour that they have in tables, draws a grey one. Where play ends, moves lead to the right, and
/// positions stand by the longest play that leads to them; else by the shortest. Moves have a colour for each label, which a
/// line at the bottom names. Throws RequestError for no nodes, and for more than kMostDrawnNodes. O(edges^2).
Picture graph_picture(const DrawnGraph& graph);

}  // namespace bouton
