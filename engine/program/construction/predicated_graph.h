// Predicated control flow: the body of a function or of a loop as an acyclic graph whose nodes are lists of statements, each
// with the condition under which it runs, its predicate; and the same structured, as nested branches.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/program/construction/conditions.h"
#include "engine/program/move_program.h"

namespace bouton {

/// The number of a node. Every edge leads to a greater number.
using NodeId = std::uint32_t;

class PredicatedGraph {
 public:
  /// The graph has one node, number 0, the entry. `assumed` holds whenever the graph is run.
  explicit PredicatedGraph(Condition assumed = kAlways);

  /// A node with edges from all of `from` (at least one). It runs where `predicate` holds.
  NodeId add(const std::vector<NodeId>& from, Condition predicate);

  Condition predicate(NodeId node) const { return nodes_[node].predicate; }
  Block& statements(NodeId node) { return nodes_[node].statements; }
  const Block& statements(NodeId node) const { return nodes_[node].statements; }

  /// Whether no statement comes before the node's end.
  bool is_begin(NodeId node) const {
    return nodes_[0].statements.empty() &&
           (node == 0 || (nodes_[node].dominator == 0 && node == 1 && nodes_[node].statements.empty()));
  }

  /// Says that control does not get past the node's statements: they end in a `leave`, `finish` or trap.
  void set_ends(NodeId node) { nodes_[node].ends = true; }

  /// All statements, in order, in branches on what their predicates add to those around. The graph is used up.
  Block structure(Conditions& conditions) &&;

 private:
  struct Node {
    Condition predicate = kAlways;
    NodeId dominator = 0;
    std::uint32_t depth = 0;  ///< in the tree of dominators
    bool ends = false;
    Block statements;
  };
  NodeId common_dominator(NodeId a, NodeId b) const;

  std::vector<Node> nodes_;
};

}  // namespace bouton
