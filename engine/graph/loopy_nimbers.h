// The nimbers of all nodes of a move graph, cycles or not.
#pragma once

#include <memory>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/graph/predecessors.h"
#include "engine/values/nimber.h"

namespace bouton {

/// The finite value of every node, or kInfinite. On nodes below which play must end these are the Grundy values.
/// Source: C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); A. S. Fraenkel and Y. Yesha, The
/// generalized Sprague-Grundy function and its invariance under certain mappings, J. Combin. Theory A 43 (1986).
class LoopyNimbers {
 public:
  static constexpr Grundy kInfinite = 0xFFFFFFFE;

  /// `graph` is completely explored, and must outlive this object. Cost: for each value, the edges of the nodes that have no
  /// smaller one. 20 bytes a node. Throws LimitError and Interrupted.
  LoopyNimbers(const MoveGraph& graph, const Predecessors& predecessors, const Budget& budget,
               const std::shared_ptr<MemoryAccount>& account);

  /// kInfinite for infinity.
  Grundy finite(MoveGraph::Node node) const { return values_[node]; }
  /// O(options).
  Nimber operator[](MoveGraph::Node node) const;

 private:
  const MoveGraph& graph_;
  ChargedVector<Grundy> values_;
};

}  // namespace bouton
