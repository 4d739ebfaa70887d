#include "engine/program/construction/predicated_graph.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace bouton {

PredicatedGraph::PredicatedGraph(Condition assumed) : nodes_(1) { nodes_[0].predicate = assumed; }

NodeId PredicatedGraph::add(const std::vector<NodeId>& from, Condition predicate) {
  Node node;
  node.predicate = predicate;
  node.dominator = from.front();
  for (const NodeId other : from) node.dominator = common_dominator(node.dominator, other);
  node.depth = nodes_[node.dominator].depth + 1;
  nodes_.push_back(std::move(node));
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId PredicatedGraph::common_dominator(NodeId a, NodeId b) const {
  while (a != b) {
    if (nodes_[a].depth < nodes_[b].depth) std::swap(a, b);
    a = nodes_[a].dominator;
  }
  return a;
}

namespace {

/// Nests the nodes by dominance: a node's statements, then in order the nodes that it immediately dominates, each
/// under what must hold beyond the node itself. On no path does a node of a later subtree come before one of an earlier
/// subtree, so the order of statements is kept.
template <typename Node>
class Nesting {
 public:
  Nesting(std::vector<Node>& nodes, Conditions& conditions) : nodes_(nodes), conditions_(conditions), children_(nodes.size()) {
    for (NodeId id = 1; id < nodes.size(); ++id) children_[nodes[id].dominator].push_back(id);
  }

  Block nest(NodeId id) {
    Block out;
    // Where one `if` comes after another, each node dominates the next: such a chain is iterated over, which spares the stack.
    for (std::optional<NodeId> next = id; next;) next = nest(*next, out);
    return out;
  }

 private:
  /// Appends what is nested in a node, except for the last node that it dominates if that runs whenever it does: that one is
  /// given back, to be appended next.
  std::optional<NodeId> nest(NodeId id, Block& out) {
    std::ranges::move(nodes_[id].statements, std::back_inserter(out));
    if (nodes_[id].ends) ended_ = conditions_.either(ended_, nodes_[id].predicate);
    Condition last_guard = kNever;
    std::size_t last_branch = 0;  ///< the branch that last_guard guards is the statement before this
    for (const NodeId child : children_[id]) {
      const Condition care = conditions_.both(nodes_[id].predicate, conditions_.negation(ended_));
      const Condition guard = conditions_.restricted(nodes_[child].predicate, care);
      if (guard == kAlways && care != kNever && child == children_[id].back()) return child;
      Block inner = nest(child);
      if (inner.empty() || care == kNever) continue;
      const bool follows = !out.empty() && out.size() == last_branch;
      if (guard == kAlways) {
        std::ranges::move(inner, std::back_inserter(out));
      } else if (follows && guard == last_guard) {
        std::ranges::move(inner, std::back_inserter(out.back().body));
      } else if (follows && guard == conditions_.negation(last_guard)) {
        std::ranges::move(inner, std::back_inserter(out.back().otherwise));
      } else {
        Statement branch;
        branch.kind = Statement::Kind::branch;
        branch.line = inner.front().line;
        branch.a = conditions_.expression(guard);
        branch.body = std::move(inner);
        out.push_back(std::move(branch));
        last_guard = guard;
        last_branch = out.size();
      }
    }
    return std::nullopt;
  }

  std::vector<Node>& nodes_;
  Conditions& conditions_;
  std::vector<std::vector<NodeId>> children_;
  Condition ended_ = kNever;  ///< where control has ended in what was nested so far
};

}  // namespace

Block PredicatedGraph::structure(Conditions& conditions) && { return Nesting<Node>(nodes_, conditions).nest(0); }

}  // namespace bouton
