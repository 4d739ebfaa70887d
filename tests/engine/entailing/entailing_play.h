// Generated games with moves that oblige, and play in them by the definition.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/position/options.h"
#include "tests/engine/games.h"

namespace bouton::test {

/// A move from a node to the nodes that stand in its place.
struct ObligingMove {
  MoveKind kind = MoveKind::ordinary;
  std::vector<std::size_t> to;
};

/// For each node its moves, to smaller nodes only.
using ObligingGraph = std::vector<std::vector<ObligingMove>>;

/// The rules of a graph, whose positions are its nodes.
class ObligingRules final : public FunctionRules {
 public:
  explicit ObligingRules(ObligingGraph graph) : graph_(std::move(graph)) {
    game_domain = Domain::fixed({{.name = "node", .least = 0, .greatest = static_cast<Coordinate>(graph_.size()) - 1}});
    game_options = [this](PositionView position, Options& out) {
      for (const ObligingMove& move : graph_[static_cast<std::size_t>(position[0])]) {
        for (const std::size_t node : move.to) out.add_part(Position{static_cast<Coordinate>(node)});
        out.end_split(label_of(move.kind, kNoLabel));
      }
    };
  }
  bool obliges() const override { return true; }
  const ObligingGraph& graph() const { return graph_; }

 private:
  ObligingGraph graph_;
};

/// A graph of up to `most` nodes; moves split with `splits`.
inline ObligingGraph arbitrary_obliging_graph(std::size_t most, bool splits) {
  const auto below = [](std::size_t end) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, end)); };
  ObligingGraph graph(1 + below(most));
  for (std::size_t node = 1; node < graph.size(); ++node) {
    const std::size_t moves = below(5);
    for (std::size_t i = 0; i < moves; ++i) {
      ObligingMove move{static_cast<MoveKind>(below(3)), {below(node)}};
      if (splits && move.kind != MoveKind::entail && below(4) == 0) move.to.push_back(below(node));
      if (splits && move.kind != MoveKind::entail && below(12) == 0) move.to.clear();
      graph[node].push_back(std::move(move));
    }
  }
  return graph;
}

/// Plain recursion on sums of nodes and a heap of nim, with the component that obliges as part of the state.
class ObligingPlay {
 public:
  using Nodes = std::vector<std::size_t>;
  static constexpr std::size_t kNobody = ~std::size_t{0};

  explicit ObligingPlay(const ObligingGraph& graph) : graph_(graph) {}

  /// Whether the player to move wins. `obliged` is the number of a component, or kNobody.
  bool wins(const Nodes& nodes, std::size_t heap, std::size_t obliged) {
    const auto key = std::tuple(nodes, heap, obliged);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool result = false;
    if (obliged == kNobody)
      for (std::size_t rest = 0; rest < heap; ++rest) result = result || !wins(nodes, rest, kNobody);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (obliged != kNobody && obliged != i) continue;
      for (const ObligingMove& move : graph_[nodes[i]]) result = result || wins_by(nodes, heap, i, move);
    }
    return known_[key] = result;
  }
  bool wins_by(const Nodes& nodes, std::size_t heap, std::size_t moved, const ObligingMove& move) {
    Nodes after;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i != moved) after.push_back(nodes[i]);
      else after.insert(after.end(), move.to.begin(), move.to.end());
    }
    const bool wins_there = wins(after, heap, move.kind == MoveKind::entail ? moved : kNobody);
    return move.kind == MoveKind::again ? wins_there : !wins_there;
  }

 private:
  const ObligingGraph& graph_;
  std::map<std::tuple<Nodes, std::size_t, std::size_t>, bool> known_;
};

}  // namespace bouton::test
