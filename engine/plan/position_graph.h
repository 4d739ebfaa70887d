// The positions below one, and the moves between them, with values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/rules.h"
#include "engine/sum/sum_rules.h"

namespace bouton {

/// A node is a sum where it was asked of one, or where a move splits the game; node 0 is the start.
struct PositionGraph {
  struct Node {
    Sum position;
    Value value;
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    std::string label;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// The graph below `start`, a sum of positions of `games`, which `solver` is for; nothing if it has more than `most` nodes.
/// Positions that a symmetry makes the same are one node. Throws what Solver throws; RequestError for coordinates beyond 64
/// bits, and where a sum has no graph: if its games are not played under one convention, or the last position says who has won.
std::optional<PositionGraph> position_graph(const std::vector<std::shared_ptr<const Rules>>& games, Solver& solver,
                                            const Sum& start, std::uint64_t most, const Budget& budget);

/// The components of a sum with 64-bit coordinates. Throws RequestError where these do not suffice.
std::vector<SumPart> narrow_parts(const Sum& sum);

}  // namespace bouton
