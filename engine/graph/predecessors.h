// The edges of a move graph, backwards.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"

namespace bouton {

/// For every node the nodes that have it as an option. 4 bytes an edge and 8 bytes a node.
class Predecessors {
 public:
  /// O(nodes + edges). A node that has not been followed is an option, and has none. Throws LimitError.
  Predecessors(const MoveGraph& graph, const std::shared_ptr<MemoryAccount>& account);

  std::span<const MoveGraph::Node> operator[](MoveGraph::Node node) const {
    return {sources_.data() + firsts_[node], static_cast<std::size_t>(firsts_[node + 1] - firsts_[node])};
  }

 private:
  ChargedVector<std::uint64_t> firsts_;
  ChargedVector<MoveGraph::Node> sources_;
};

}  // namespace bouton
