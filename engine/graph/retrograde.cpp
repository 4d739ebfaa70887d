#include "engine/graph/retrograde.h"

namespace bouton {
namespace {

using Node = MoveGraph::Node;

/// Decides the nodes in the order of their remoteness.
class Retrograde {
 public:
  Retrograde(const MoveGraph& graph, const std::shared_ptr<MemoryAccount>& account)
      : outcomes_(graph.size(), PackedOutcome(Outcome::draw), account), undecided_(account), decided_(account) {
    undecided_.reserve(graph.size());
    decided_.reserve(graph.size());
    for (Node node = 0; node < graph.size(); ++node)
      undecided_.push_back(static_cast<std::uint32_t>(graph.options(node).size()));
  }

  void decide(Node node, PackedOutcome outcome) {
    if (outcome.outcome() == Outcome::draw) return;
    outcomes_[node] = outcome;
    decided_.push_back(node);
  }

  /// The first option decided as P is the nearest one, the last one decided as N the farthest.
  void propagate(const Predecessors& predecessors, const Budget& budget) {
    for (std::size_t next = 0; next < decided_.size(); ++next) {
      budget.check_stop();
      const PackedOutcome option = outcomes_[decided_[next]];
      for (const Node node : predecessors[decided_[next]]) {
        if (outcomes_[node].outcome() != Outcome::draw) continue;
        if (option.outcome() == Outcome::P) decide(node, PackedOutcome(Outcome::N, option.remoteness() + 1));
        else if (--undecided_[node] == 0) decide(node, PackedOutcome(Outcome::P, option.remoteness() + 1));
      }
    }
  }

  ChargedVector<PackedOutcome> take() { return std::move(outcomes_); }

 private:
  ChargedVector<PackedOutcome> outcomes_;   ///< draw as long as nothing else is known
  ChargedVector<std::uint32_t> undecided_;  ///< how many options of each node are not known to be N
  ChargedVector<Node> decided_;
};

}  // namespace

ChargedVector<PackedOutcome> retrograde(const MoveGraph& graph, const Predecessors& predecessors, const Rules& rules,
                                        const Budget& budget, const std::shared_ptr<MemoryAccount>& account) {
  Retrograde retrograde(graph, account);
  const bool by_position = rules.play() == Play::by_position;
  for (Node node = 0; node < graph.size(); ++node) {
    if (!graph.options(node).empty()) continue;
    retrograde.decide(
        node, PackedOutcome(by_position ? rules.terminal_outcome(graph.position(node)) : terminal_outcome(rules.play())));
  }
  retrograde.propagate(predecessors, budget);
  return retrograde.take();
}

}  // namespace bouton
