#include "engine/graph/graph_values.h"

namespace bouton {

GraphValues::GraphValues(const Rules& rules, const Budget& budget, std::shared_ptr<MemoryAccount> account)
    : rules_(rules), budget_(budget), account_(std::move(account)), graph_(account_) {}

PackedOutcome GraphValues::outcome(MoveGraph::Node node) {
  if (nodes_with_outcomes_ != graph_.size() || followed_for_outcomes_ != graph_.explored()) {
    outcomes_.reset();
    nodes_with_outcomes_ = 0;
    outcomes_.emplace(retrograde(graph_, Predecessors(graph_, account_), rules_, budget_, account_));
    nodes_with_outcomes_ = graph_.size();
    followed_for_outcomes_ = graph_.explored();
  }
  return (*outcomes_)[node];
}

std::optional<PackedOutcome> GraphValues::decided(MoveGraph::Node node) {
  const PackedOutcome found = outcome(node);
  if (found.outcome() == Outcome::draw && !complete()) return std::nullopt;
  return found;
}

const LoopyNimbers& GraphValues::nimbers() {
  if (nodes_with_nimbers_ != graph_.size()) {
    nimbers_.reset();
    nodes_with_nimbers_ = 0;
    nimbers_.emplace(graph_, Predecessors(graph_, account_), budget_, account_);
    nodes_with_nimbers_ = graph_.size();
  }
  return *nimbers_;
}

}  // namespace bouton
