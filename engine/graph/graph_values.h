// A move graph that grows with what is asked of it, and the values of its nodes.
#pragma once

#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/graph/loopy_nimbers.h"
#include "engine/graph/move_graph.h"
#include "engine/graph/predecessors.h"
#include "engine/graph/retrograde.h"
#include "engine/rules/rules.h"

namespace bouton {

/// The rules are asked once for the options of each position; values are found for all nodes at once when the first
/// one is wanted, and again after the graph has grown.
class GraphValues {
 public:
  GraphValues(const Rules& rules, const Budget& budget, std::shared_ptr<MemoryAccount> account);

  MoveGraph::Node add_start(PositionView position) { return graph_.add_start(rules_, position); }
  MoveGraph::Status explore(const MoveGraph::Limits& limits = {}) { return graph_.explore(rules_, budget_, limits); }

  bool complete() const { return graph_.explored() == graph_.size(); }

  const MoveGraph& graph() const { return graph_; }

  /// Of a node of the graph; where that is not completely explored, nothing if what has not been followed may decide it, and
  /// the remoteness is what the nodes that were followed show: others may make it less.
  std::optional<PackedOutcome> decided(MoveGraph::Node node);

  // Of a node of the graph, which is completely explored.
  PackedOutcome outcome(MoveGraph::Node node);
  Grundy finite_nimber(MoveGraph::Node node) { return nimbers().finite(node); }
  Nimber nimber(MoveGraph::Node node) { return nimbers()[node]; }

 private:
  const LoopyNimbers& nimbers();

  const Rules& rules_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  MoveGraph graph_;
  std::optional<ChargedVector<PackedOutcome>> outcomes_;
  std::optional<LoopyNimbers> nimbers_;
  std::size_t nodes_with_outcomes_ = 0, followed_for_outcomes_ = 0;
  std::size_t nodes_with_nimbers_ = 0;
};

}  // namespace bouton
