// The positions below one, and the moves between them, with values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton {

/// A node is a sum where it was asked of one, or where a move splits the game; node 0 is the start.
struct PositionGraph {
  struct Node {
    Sum position;
    Value value;
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    std::string label;  ///< of moves that oblige "again cut", "entail"
    MoveKind kind = MoveKind::ordinary;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// The graph below `start`, a sum of positions of `games`, which `solver` is for. Positions that a symmetry makes the same are
/// one node. Where moves oblige, what the player to move must do is part of a node, and who that is is not. Throws what Solver
/// throws; GraphTooLarge if it has more than `most` nodes; RequestError for coordinates beyond 64 bits, and where a sum has no
/// graph: if its games are not played under one convention, or the last position says who has won.
PositionGraph position_graph(const Games& games, Solver& solver, const Sum& start, std::uint64_t most, const Budget& budget);

/// There are more positions below the start than a graph may have nodes.
class GraphTooLarge : public LimitError {
 public:
  explicit GraphTooLarge(std::uint64_t most);
};

}  // namespace bouton
